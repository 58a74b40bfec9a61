# harness/papers/paper_003_start.c: the recovered start is held in a fifth of the rounding; caught by test_paper_003 at length
s/static const double half = 0.5e-3/static const double half = 0.1e-3/
