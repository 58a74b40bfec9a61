# mechanics/equilibrium.c: the descent climbs along the force of directions that push away; caught by test_linearise
s/curve = fmax(fabs(w\[k\]), s->size \/ most)/curve = -fmax(fabs(w[k]), s->size \/ most)/
