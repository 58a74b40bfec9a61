# methods/ali3p.c: accelerations are not projected; caught by test_orders
/project(s, x.G, r, x.a);/d
