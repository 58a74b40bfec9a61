# harness/study/judge_tests.c: a planar body off its plane is not seen; caught by judge.sh
s/fmax(n->lost.position \/ sys->length, n->lost.orientation)/0/
