# harness/report/report_pages.c: every span of a problem has a page of its own; caught by test_report
s|if (s->subject == i) add|add|
