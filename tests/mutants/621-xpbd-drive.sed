# methods/xpbd.c: the damper of a soft driven row does not know that the row moves; caught by test_soft
s/gone = h \* phi_t\[i\]/gone = 0/
