# harness/report/report_scale.c: p and -p count as two attitudes, and no motion of a centre is seen; caught by test_readings
s|fabs(now->r\[i\] - start->r\[i\])|0.0 \* now->r[i]|
