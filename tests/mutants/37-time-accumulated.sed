# harness/run/advance.c: the time of a fixed step is a running sum; caught by test_driver
s/n < whole || cut ? n \* h : a->t_end/n < whole || cut ? a->z->t + h : a->t_end/
