# mechanics/assemble.c: the system of a pass is forgotten only after the next is made; caught by test_lives
/^    a->sys = NULL;$/d
s/^\(    \)if (!system) return false;$/\1a->sys = NULL;\n&/
