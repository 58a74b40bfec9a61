# problems/triple_slider_crank.c: the slope of the paper's law is not that of its energy; caught by test_problems
s/x \/ (rest \* rest)/x \/ rest/
