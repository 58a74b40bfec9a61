# harness/report/report_findings.c: every value of a sentence is the first; caught by test_report
s|f->value\[atoi(place + 1) - 1\]|f->value[0]|
