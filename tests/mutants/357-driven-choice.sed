# mechanics/redundant.c: a model that starts on the way is assembled as at the time 0; caught by test_redundant
s|if (x.model) x.model->t0 = t;||
