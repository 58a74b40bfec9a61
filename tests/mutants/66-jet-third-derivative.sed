# methods/projection_foot.c: the third derivative is left out of Newton's matrix of (5.2) with the wrong sign of the second; caught by test_jet
s/        add(&sys->K, f->H, f->n, 0, size, H);/        for (int i = 0; i < sys->K.nnz; i++) f->H[i] = -9 * f->H[i];\n        add(\&sys->K, f->H, f->n, 0, size, H);/
