# harness/report/report_fastest.c: the time to an error is read off a line in the errors, not their logarithms; caught by report.sh
s|part = log(e0 / error) / log(e0 / e1)|part = (e0 - error) / (e0 - e1)|
