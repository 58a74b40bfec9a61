# harness/run/measures.c: mescd of equal tolerances, whatever they are; caught by test_diagnostics
s/(ratio + size)/(1 + size)/
