# harness/report/report_reach.c: a baseline may be the fastest; caught by test_report
s/if (k == but || r->lane\[k\].method->baseline) continue;/if (k == but) continue;/
