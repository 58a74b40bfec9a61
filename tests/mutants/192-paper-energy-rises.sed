# harness/papers/paper_003_runs.c: the energy of the runs of paper 003 rises by a thousandth in a second; caught by test_paper_003 at length
s/m->energy\[k\] = hol_kinetic(sys, q, v) + hol_potential(sys, q);/m->energy[k] = (1 + 1e-4 * k) * (hol_kinetic(sys, q, v) + hol_potential(sys, q));/
