# methods/chart.c: failure = end tries a new chart all the same; caught by test_ends
s/\.renew = hol_choice(s, first + HOL_CHART_FAILURE) == 0/.renew = true/
