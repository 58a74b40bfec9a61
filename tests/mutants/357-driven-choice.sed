# mechanics/redundant.c: a model that starts on the way is assembled as at the time 0; caught by test_redundant
s/whole->t0 = t, place/place/
