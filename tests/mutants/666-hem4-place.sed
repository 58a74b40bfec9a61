# methods/half_explicit.c: the constraints of hem4 hold at the time of the stage, not of the next one; caught by test_mexax
s/h \* H->table->c\[i + 1\] : h;/h * H->table->c[i] : h;/
