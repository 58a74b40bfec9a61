# methods/half_explicit.c: the last stage of hem4 meets the constraints at its own place; caught by test_invariants
s/: T->b\[j\];/: T->a[k];/
