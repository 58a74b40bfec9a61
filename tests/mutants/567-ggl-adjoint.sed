# methods/ggl_variational.c: the adjoint bends the momentum the other way; caught by test_ggl
s|P->shift_first ? -P->h : P->h;|P->h;|
