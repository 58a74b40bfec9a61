# numerics/block_units.c: what a unit row adds between two columns has the coefficient of one of them squared; caught by test_whiplash
s/p->c\[i\] \* p->c\[j\]/p->c[i] * p->c[i]/
