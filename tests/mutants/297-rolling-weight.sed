# mechanics/contact.c: the squares of the semi-axes have the wrong sign: the point in contact is on top; caught by test_rolling
s/(k ? -a\[k - 1\] \* a\[k - 1\] : 1)/(k ? a[k - 1] * a[k - 1] : 1)/
