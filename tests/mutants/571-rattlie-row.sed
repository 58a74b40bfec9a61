# methods/rattlie.c: a nonholonomic row holds for the displacement at the new node alone; caught by test_orders
s|0.5 \* (S->B0\[held + k\] + C\[held + k\])|C[held + k]|
