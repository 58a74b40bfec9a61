# methods/mexax.c: the estimate is the difference to the last column alone; caught by test_mexax
s/take(sys, z, T + n, qhat, vhat)/take(sys, z, T + (columns - 1) * n, qhat, vhat)/
