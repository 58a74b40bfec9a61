# harness/study/study_slope.c: slopes that are uneven count as evidence; caught by cli.sh
s/hol_order_spread(o) > uneven/hol_order_spread(o) > 100 * uneven/
