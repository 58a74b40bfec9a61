# mechanics/rank.c: what round-off leaves of a row in joint coordinates is one; caught by test_rank
s/if (sys->system->tree) drop_round_off(sys, q, Gr);//
