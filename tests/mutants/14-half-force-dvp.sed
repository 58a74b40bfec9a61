# methods/discrete.c: the whole discrete force acts at the left node, not its part 1 - c; caught by test_orders
s/-w \* h \* (1 - c), slope, I->left/-w * h, slope, I->left/
