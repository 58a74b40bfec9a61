# harness/study/judge_suspects.c: the second suspect is tried without the first one mended; caught by test_judge_mistakes
s/x->base = x->best;/x->base = old;/
