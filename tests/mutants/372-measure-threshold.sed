# harness/run/measures.c: the Coruna measure has no threshold; caught by test_diagnostics
s/fmax(size, threshold)/fmax(size, 1e-9)/
