# mechanics/joint_mass.c: composite bodies lose a mixed term of the shift of their moments; caught by test_acceleration
s/inertia\[3\] -= d\[0\] \* g\[1\] + h\[0\] \* d\[1\];/inertia[3] -= d[0] * g[1];/;s/I\[3\] -= d\[0\] \* g\[1\] + h\[0\] \* d\[1\];/I[3] -= d[0] * g[1];/
