# methods/shake.c: rattle reports the backward difference as its velocity; caught by test_theorems
s/return hol_variational_step(s, h, z, velocity(s->method, s->opt), advance);/return hol_variational_step(s, h, z, s->method->data ? HOL_VELOCITY_DIFFERENCE : velocity(s->method, s->opt), advance);/
