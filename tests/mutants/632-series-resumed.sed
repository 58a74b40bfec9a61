# harness/run/deriver_series.c: a series goes on with positions in place of velocities; caught by test_derived
s/resume(w->self, t, x, x + w->sys->nq)/resume(w->self, t, x, x)/
