# harness/store/store_take.c: timed runs of another machine are taken in; caught by report_again.sh
s/(r.repeats = 0 AND r.h > 0 AND/(r.h > 0 AND/
