# methods/multistep.c: the velocity is the difference over two nodes, of order 2; caught by test_orders
s/weight\[j\] = product \/ j;/weight[j] = j == 1 ? 0.5 : 0;/
