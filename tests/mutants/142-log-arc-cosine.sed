# numerics/so3.c: the angle of a rotation by the arc cosine, which is ill-conditioned near 0; caught by test_so3
s/2 \* atan2(sine, fabs(p\[0\])) \/ sine/2 * acos(fabs(p[0]) \/ hypot(p[0], sine)) \/ sine/
