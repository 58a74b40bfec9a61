# harness/study/judge_tests.c: a velocity out of a planar body's plane is not seen; caught by judge.sh
s/off = fmax(off, n->lost.velocity/off = fmax(off, 0 * n->lost.velocity/
