# baselines/ode.c: joints get the axis e1 of their frame in place of e3; caught by baselines.sh
s/dJointSetHingeAxis(j, R\[2\], R\[5\], R\[8\])/dJointSetHingeAxis(j, R[0], R[3], R[6])/
