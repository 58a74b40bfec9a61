# harness/report/report_sketch.c: a point of a body is drawn as if the body had not turned; caught by report.sh
s|hol_rotate(R, rho, x);||
