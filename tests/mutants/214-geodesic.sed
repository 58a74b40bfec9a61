# harness/papers/paper_000_geodesics.c: the last term of the Christoffel symbols is twice as large; caught by test_paper_000 at length
s/f\[j\] -= 0.5 \* /f[j] -= /
