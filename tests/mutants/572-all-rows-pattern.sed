# methods/all_rows.c: the rows of A have the columns of G; caught by test_nonholonomic
s|A->col\[k - G->nnz\]|G->col[k - G->nnz]|
