# harness/study/derive.c: a derivation is compared with itself; caught by test_derived
s/x->whole = run(x, 0, x->pose, x->lambda)/x->whole = run(x, 0, d->pose, d->lambda)/
