# harness/papers/paper_004_variants.c: space is not turned, and the bearing passes the angles' singularity far off; caught by test_paper_004 at length
s/turn_space(&here, miss\[k\], angles.Q)/turn_space(\&here, 0.7, angles.Q)/
