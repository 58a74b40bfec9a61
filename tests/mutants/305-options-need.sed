# methods/variational.c: the velocity by the momentum is said to be defined where rows are driven; caught by test_driven
s/return velocity == HOL_VELOCITY_LEGENDRE ? HOL_SCLERONOMIC : 0;/(void)velocity; return 0;/
