# harness/report/report_site.c: a link to another page has no file; caught by report.sh
s|there < 0 .. there == page ? "" : |there >= 0 ? "" : |
