# numerics/tables.c: Nystrom's positions take the weights of his velocities; caught by test_chart
s/nystrom4_b\[4\] = {1 \/ 6., 1 \/ 6., 1 \/ 6., 0}/nystrom4_b[4] = {1 \/ 6., 2 \/ 6., 2 \/ 6., 1 \/ 6.}/
