# mechanics/motion.c: every term of a series has one bracket; caught by test_coordinates
s/s->o->bracket(u + at, bracket, bracket)/s->o->bracket(u + at, k + at, bracket)/
