# harness/papers/paper_003_findings.c: DVP's CPU times stand where EM's belong; caught by test_paper_003 at length
s/hol_p003_run(of\[turn % 2\], step/hol_p003_run(of[(turn + 1) % 2], step/
