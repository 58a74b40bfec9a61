# harness/papers/paper_000_runs.c: the energy is judged by the work of the rule that is imposed; caught by test_paper_000 at length
s/(exact ? n->work_exact : n->work)/n->work/
