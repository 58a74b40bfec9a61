# harness/run/reference_find.c: what is wrong with a reference is asked of a text that nobody has written; caught by test_nonholonomic
s/missing->text\[0\] = wrong->text\[0\] = '\\0';/wrong->text[0] = '?';/
