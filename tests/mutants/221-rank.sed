# harness/report/report_rank.c: a problem that is not reached costs nothing; caught by test_report
s|sum += log(of.reached ? fmin(factor, report_farthest) : report_farthest)|sum += of.reached ? log(fmin(factor, report_farthest)) : 0|
