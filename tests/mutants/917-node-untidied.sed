# methods/munthe_kaas.c: a step starts from the round-off of the one before it; caught by test_lie
s/hol_tidy(s->sys, z->q);//
