# methods/lobatto.c: the parameter shifts the middle stage itself in time; caught by test_lobatto
s/{{0, 0, 0}, {1, 0, -1}, {0, 0, 0}}/{{0, 0, 0}, {1, 1, -1}, {0, 0, 0}}/
