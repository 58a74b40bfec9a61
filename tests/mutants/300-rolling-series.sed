# mechanics/terms.c: no slip: the axes are not weighed; caught by test_series
s/int s = project(T, contact, first, from, to, n, contact->level, contact->weight);/int s = project(T, contact, first, from, to, n, contact->level, from ? NULL : contact->weight);/
