# problems/ladder.c: a rail hangs on the rail before the one it belongs to; caught by test_references
s/j % 3 == 2 ? j - 3 : j - 2/j % 3 != 1 ? j - 3 : j - 2/
