# harness/study/derive_keep.c: the state is kept to two doubles of three; caught by test_derived
s/for (int k = 0; k < 3; k++) {/for (int k = 0; k < 2; k++) {/
