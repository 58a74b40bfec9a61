# mechanics/joint_terms.c: a force along a coordinate has its sign whichever body of the joint is the limb; caught by test_series
s/return (hol_dot3(axis, x) > 0) == first ? 1 : -1;/return hol_dot3(axis, x) > 0 ? 1 : -1;/
