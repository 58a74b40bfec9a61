# mechanics/linearise.c: half of the frame's turning is left out of small motions; caught by test_steady
s/= 2 \* x->part2\[i\] - /= x->part2[i] - /
