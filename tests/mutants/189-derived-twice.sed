# harness/study/derive.c: a derivation is compared with itself; caught by test_derived
s/d->by->look(&x->walk\[k\], x->pose/d->by->look(\&x->walk[last], x->pose/
