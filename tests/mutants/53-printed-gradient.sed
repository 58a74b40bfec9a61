# problems/printed.c: the projection forgets the Euler parameters; caught by test_linkages
s/\*slope += rate\[k\] \* (y->p\[k\] - a->p\[k\]);/*slope += 0 * rate[k] * (y->p[k] - a->p[k]);/
