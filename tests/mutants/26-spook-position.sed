# methods/spook.c: the violation of position is not driven out; caught by test_spook
s/ - 4 \/ h \* b\[i\]//
