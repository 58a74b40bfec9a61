# harness/run/singular.c: what a long step makes of the motion is believed; caught by test_singular
s/if (singular \&\& again \&\& is_long(w, node))/if (singular \&\& again \&\& is_long(w, node) \&\& false)/
