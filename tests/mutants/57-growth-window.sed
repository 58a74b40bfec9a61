# harness/papers/paper_002_spin.c: the growth is fitted from the start, where the other roots show; caught by test_paper_002 at length
s/from = 1e3 \* epsilon/from = 0 * epsilon/
