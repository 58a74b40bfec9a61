# mechanics/variation.c: a potential of place is stiff along its own coordinate alone; caught by test_variation
s/change\[k\] = V->Q\[2 \* (e->count - 1) + 1\];/change[k] = k ? 0 : V->Q[2 * (e->count - 1) + 1];/
