# harness/study/floors/em_pendulum.c: the pull of the second rod on its mass has the wrong sign; caught by test_floors
s/e2\[k\] \* y\[1\], r\[k\]\[1\] - e2/e2[k] * y[1], r[k][1] + e2/
