# problems/triple_slider_crank.c: the paper's torque grows like the first power only; caught by test_references
s/return rest > 0 ? x \/ (rest \* rest)/return rest > 0 ? x \/ rest/
