# mechanics/contact.c: the rate of the point in contact in the body is left out of the rows of no slip; caught by test_formulations
s/hol_contact_part(c, k, n, S->x1, 0) \* hol_dot3(t, S->x1 + at)/0 * hol_dot3(t, S->x1 + at)/
