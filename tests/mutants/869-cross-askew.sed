# mechanics/joints.c: the direction across a slider's axis may have any angle to it; caught by test_wrong
s/sqrt(hol_dot3(n, n))) - 1) < 1e-9/sqrt(hol_dot3(n, n))) - 1) < 9/
