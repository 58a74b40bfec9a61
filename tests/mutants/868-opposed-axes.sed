# mechanics/start.c: a force acts along the angle of axes that point against each other; caught by test_motors
s/if (hol_dot3(n\[0\], n\[1\]) < 0)/if (hol_dot3(n[0], n[1]) < -2)/
