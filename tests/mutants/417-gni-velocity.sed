# methods/gni.c: gni reports the velocity of half a step after the node; caught by test_nonholonomic
s/0.5 \* (before\[i\] + after\[i\])/after[i]/
