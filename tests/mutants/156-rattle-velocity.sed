# methods/shake.c: rattle reports the backward difference as its velocity; caught by test_theorems
s/    return hol_variational_step(s, h, z, HOL_VELOCITY_LEGENDRE, advance);/    return hol_variational_step(s, h, z, HOL_VELOCITY_DIFFERENCE, advance);/
