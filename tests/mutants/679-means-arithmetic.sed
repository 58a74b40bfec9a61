# harness/store/store_views.c: the mean of the ratios to rk8pd is arithmetic; caught by sweep.sh
s/exp(avg(ln(over_rk8pd)))/avg(over_rk8pd)/
