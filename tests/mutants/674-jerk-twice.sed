# methods/jerk.c: the jerk is half of what it is; caught by test_lie
s|/ (2 \* h);|/ (4 * h);|
