# baselines/ode.c: joints get the axis e1 of their frame in place of e3; caught by baselines.sh
s/dJointSetHingeAxis(j, p->F\[2\], p->F\[5\], p->F\[8\])/dJointSetHingeAxis(j, p->F[0], p->F[3], p->F[6])/
