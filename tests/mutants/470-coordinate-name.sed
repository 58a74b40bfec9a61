# mechanics/coordinate_names.c: the length of a joint is called as the centre of a body; caught by test_joint_coordinates
s|l->joint ? &slide : &centre|\&centre|
