# harness/study/convert.c: a body beside another is turned the other way round; caught by test_convert
s/hol_matrix_multiply3(back, T, R)/hol_matrix_multiply3(T, back, R)/
