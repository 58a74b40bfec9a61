# harness/papers/paper_001_theorem.c: every row of (32) has the theta of the first; caught by test_paper_001 at length
s/(k < m ? 1 : theta\[j\])/(k < m ? 1 : theta[0])/
