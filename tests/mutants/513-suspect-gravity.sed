# harness/study/judge_suspects.c: gravity the other way is none; caught by test_judge_mistakes
s/factor\[\] = {-1, 0}/factor[] = {0, -1}/
