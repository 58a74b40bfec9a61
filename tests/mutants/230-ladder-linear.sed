# harness/report/report_ladder.c: between two runs the error falls linearly in the logarithm of the time alone; caught by test_readings
s|y0 \* pow(y1 / y0, log(x / x0) / log(x1 / x0))|y0 + (y1 - y0) * log(x / x0) / log(x1 / x0)|
