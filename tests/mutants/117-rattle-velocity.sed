# methods/shake.c: rattle reports the difference of positions, off the constraints; caught by test_orders
s/return hol_variational_step(s, h, z, velocity(s->method, s->opt), advance);/return hol_variational_step(s, h, z, s->method->data ? HOL_VELOCITY_DIFFERENCE : velocity(s->method, s->opt), advance);/
