# problems/triple_slider_crank.c: C4 starts with the crank of C3; caught by test_references
s/component == C2 || component == C4 ? -1 : 1/component == C2 ? -1 : 1/
