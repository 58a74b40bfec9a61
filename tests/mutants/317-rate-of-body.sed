# harness/study/known_values.c: a true rate is compared with a place; caught by test_published
s/: &pose->v\[k - 3\]/: \&pose->r[k - 3]/
