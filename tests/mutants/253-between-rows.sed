# harness/run/reference_find.c: the motion between two rows starts at the first row of all; caught by test_derived
s|at = ref->pose + b->row \* ref->bodies|at = ref->pose|
