# mechanics/contact.c: the outlines of an ellipsoid are all of its first two axes; caught by test_rolling
s/int i = 1 + (n + e) % SECTIONS;/int i = 1 + e;/
