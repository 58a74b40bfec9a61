# harness/study/judge_tests.c: the row that stands out least is looked at; caught by judge.sh
s/if (out > most) most = out, worst = row;/if (out < most) most = out, worst = row;/
