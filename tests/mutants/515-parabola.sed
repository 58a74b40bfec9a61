# harness/study/judge_tests.c: the weights of the parabola are those of equal distances; caught by test_judge_mistakes
s/c2 = h \/ 6 \* (2 - h0 \/ h1)/c2 = h \/ 6 * (2 - h1 \/ h0)/
