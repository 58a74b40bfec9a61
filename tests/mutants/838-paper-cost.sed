# harness/papers/paper_003_findings.c: a run that could not be made is a cost of none; caught by test_paper_fails at length
s/        if (!m) return false;/        if (!m) continue;/
