# harness/papers/paper_004_written.c: the double bracket of dexpinv is twice as large, the runs leave the motion; caught by test_paper_004 at length
s/second\[i\] \/ 12/second[i] \/ 6/
