# numerics/block_kernels.h: an entry of the pivot's inner factor is dropped; caught by test_saddle
s/double y = D\[3\], z = D\[4\] - D\[1\] \* y;/double y = D[3], z = D[4];/
