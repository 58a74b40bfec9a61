# methods/spook.c: a softened row is damped as if its time were in steps; caught by test_soft
s/soft->time \/ fabs(h)/soft->time/
