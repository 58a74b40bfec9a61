# methods/spook.c: Upsilon is 1 / (1 + 2 tau), not 1 / (1 + 4 tau); caught by test_spook
s/1 + 4 \* s->opt\[TAU\])/1 + 2 * s->opt[TAU])/
