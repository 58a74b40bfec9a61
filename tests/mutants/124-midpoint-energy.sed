# harness/papers/paper_001_runs.c: the energy between steps takes v_k+1 for (v_k + v_k+1)/2; caught by test_paper_001 at length
s/0\.5 \* (v0\[i\] + v1\[i\])/v1[i]/
