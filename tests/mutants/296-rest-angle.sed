# mechanics/joint_forces.c: a torsion spring rests at the opposite angle; caught by test_motors
s/cos(rest) \* a\[k\] + sin(rest) \* b\[k\]/cos(rest) * a[k] - sin(rest) * b[k]/
