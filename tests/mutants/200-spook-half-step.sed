# methods/spook.c: the recurrence begins half a step late, not early; caught by test_spook_motion
s/v0\[i\] = z->v\[i\] - 0\.5 \* v0\[i\]/v0[i] = z->v[i] + 0.5 * v0[i]/
