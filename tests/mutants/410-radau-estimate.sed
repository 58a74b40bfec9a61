# methods/radau.c: the weights of the estimate add the rate at the start where they take it away; caught by test_radau
s/{-1 \/ R->gamma}/{1 \/ R->gamma}/
