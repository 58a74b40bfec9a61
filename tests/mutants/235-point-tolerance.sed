# harness/report/report_series.c: a point of a fixed step is told as one of a tolerance; caught by page.sh
s|one->adaptive ? ": rtol %.4g"|!one->adaptive ? ": rtol %.4g"|
