# methods/increments.c: what alternates is continued as if it stayed; caught by test_increments
s/2 \* nabla\[i\] - nabla\[n + i\]/2 * nabla[i]/
