# harness/study/choose.c: the value named is the guess between the rungs, which no run has tried; caught by test_choose
s/^    r->choice.value = r->below.value;/    r->choice.value = crossing(r, aim).value;/
