# methods/chart.c: the tangent D = V - U B G V of (24) has the wrong sign; caught by test_chart
s/hol_axpy(d, -c->UB\[i \* m + k\], GV/hol_axpy(d, c->UB[i * m + k], GV/
