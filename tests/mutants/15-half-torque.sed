# mechanics/directors.c: the torque on a director is not halved; caught by test_forces
/^static void torque/,/^}/s/0.5 \* c\[k\]/c[k]/
