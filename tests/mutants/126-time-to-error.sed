# harness/report/report_ladder.c: what is read off a ladder lies on a line in its values, not their logarithms; caught by test_readings
s|y0 \* pow(y1 / y0, log(x / x0) / log(x1 / x0))|y0 + (y1 - y0) * (x - x0) / (x1 - x0)|
