# harness/report/report_matrix.c: a run that failed is shown as one that came to its end; caught by report.sh
s/r->end == HOL_END_OK;/true;/
