# harness/run/diagnostics.c: what has no constraints keeps them; caught by cli.sh
s/g->phi = g->phi_inner = g->gv = g->acceleration = NAN;/g->phi = g->phi_inner = g->gv = g->acceleration = 0;/
