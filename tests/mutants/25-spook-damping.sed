# methods/spook.c: Upsilon is 1 / (1 + 2 tau), not 1 / (1 + 4 tau); caught by test_spook
s/1 + 4 \* hol_real(s, TAU))/1 + 2 * hol_real(s, TAU))/
