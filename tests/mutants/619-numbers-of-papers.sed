# harness/papers/paper_workers.c: of a table that another process redid the columns and the numbers change places; caught by report.sh
/put(t->column, /d
s/^\( *\)put(t->cell, .*/&\n\1put(t->column, sizeof *t->column, (size_t)t->columns, out);/
