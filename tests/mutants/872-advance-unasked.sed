# harness/run/advance.c: a loop goes by a step or to an end that is no number; caught by test_driver
/^    if (!hol_advance_makes_sense(a)) return;/d
