# harness/report/report.c: a problem is spoken of by its first runs, which may have no errors; caught by report_again.sh
s/^    choose_subjects(r);$/    (void)choose_subjects;/
