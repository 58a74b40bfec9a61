# methods/gena_newton.c: the velocity of driven rows is left out; caught by test_mexax
s/y\[i\] = -(y\[i\] + phi_t\[i\]) \/ S->of_velocity;/y[i] = -y[i] \/ S->of_velocity;/
