# mechanics/forces.c: a damper drives; caught by test_forces
s/rate += (b ? 1 : -1)/rate += (b ? -1 : 1)/
