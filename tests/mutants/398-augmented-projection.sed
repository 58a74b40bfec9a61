# methods/ali3p.c: accelerations are not projected; caught by test_ali3p
/project(s, x.G, r, x.a);/d
