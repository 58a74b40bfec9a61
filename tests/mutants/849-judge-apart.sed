# harness/study/judge_suspects.c: rows too far apart tell all the same; caught by judge.sh
s/some |= times_steps \* as_is->steps\[k\] > rest_holds;/some |= false;/
