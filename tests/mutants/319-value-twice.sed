# harness/study/known_values.c: a true value may stand twice; caught by test_published
s/if (hol_known_find(known, field\[PARAMETERS\]/if (0 \&\& hol_known_find(known, field[PARAMETERS]/
