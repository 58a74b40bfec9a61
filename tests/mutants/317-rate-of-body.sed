# mechanics/quad_pose.c: a true rate of a body is its place; caught by test_published
s/pose->v\[k\] = v\[k\];/pose->v[k] = q[k];/
