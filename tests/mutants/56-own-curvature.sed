# problems/triple_slider_crank.c: a term of the curvature in own coordinates has half its size; caught by test_formulations
s/2 \* sin(q\[1\]) \* dw \* v\[1\]/sin(q[1]) * dw * v[1]/
