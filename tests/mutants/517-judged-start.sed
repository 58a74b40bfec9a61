# harness/study/judge.c: the first row is not looked at; caught by test_judge
s/for (int row = first; row < end; row++) {/for (int row = first + 1; row < end; row++) {/
