# mechanics/dynamics.c: forces of inertia take the place of the weight, on the centre; caught by test_units
s/\*turning = f + s->v + s->centre;/*turning = f + s->v;/
