# methods/group.c: the gyroscopic force turns a body to the midpoint of the step only; caught by test_spook_motion
s/u\[i\] = 2 \* y\[i\] - v\[i\]/u[i] = y[i]/
