# harness/run/reference_find.c: the motion between two rows starts at the first row of all; caught by test_derived
s|hol_place(b->sys, ref->pose + b->row \* ref->bodies, q, v);|hol_place(b->sys, ref->pose, q, v);|
