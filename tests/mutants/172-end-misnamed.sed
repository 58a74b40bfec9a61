# methods/chart.c: failure = end names an end that its runs do not come to; caught by test_ends
s/"failure=end", HOL_REJECT/"failure=end", HOL_SINGULAR/
