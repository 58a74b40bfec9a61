# methods/spook.c: the velocity reported at a node is that after it; caught by test_spook_motion
s/v2\[i\] = 0\.5 \* (v1\[i\] + between)/v2[i] = between/
