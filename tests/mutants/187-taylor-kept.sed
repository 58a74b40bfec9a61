# methods/taylor.c: the series of a state is made anew at every trial; caught by test_taylor
s/if (!is_of(n, s->sys, z)) begin/if (n) begin/
