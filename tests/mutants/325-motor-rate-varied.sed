# mechanics/variation.c: a motor's effort does not change with the rate; caught by test_linearise
s/change\[\] = {0, x.by, rate.by}/change[] = {0, x.by, 0}/
