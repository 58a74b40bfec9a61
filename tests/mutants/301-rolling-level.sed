# mechanics/contact.c: the plane is taken through the origin; caught by test_rolling
s/contact->level = hol_dot3(n, plane->point);/contact->level = 0;/
