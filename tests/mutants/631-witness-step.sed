# harness/run/deriver_mexax.c: what is kept of a walk lacks the step it goes on with; caught by test_derivers
s/m->h = (double)x\[POSE \* w->sys->nb\];/m->h = w->problem->step;/
