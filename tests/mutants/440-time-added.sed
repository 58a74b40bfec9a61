# harness/run/advance.c: the time of a node is that of the one before it and the step; caught by test_soak
s/n < whole || cut ? n \* h : a->t_end/n < whole || cut ? a->z->t + h : a->t_end/
