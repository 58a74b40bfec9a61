# harness/report/report_energy.c: a method keeps energy that claims nothing of the kind; caught by test_report
s|of->claimed != HOL_NOT_KEPT \&\& bounded|bounded|
