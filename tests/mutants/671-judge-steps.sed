# harness/study/judge_suspects.c: what is left of a test but for a lag is not looked at; caught by judge.sh
s/return fmax(of_all, tests->left\[k\] \/ \*most);/return of_all;/
