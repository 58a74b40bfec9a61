# harness/report/report_reach.c: the slowest method that keeps energy is taken for the fastest; caught by test_report
s/if (!of.reached || of.cpu >= least)/if (!of.reached || (first >= 0 \&\& of.cpu <= least))/
