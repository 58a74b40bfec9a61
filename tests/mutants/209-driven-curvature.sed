# methods/reduced.c: the acceleration of driven constraints has the other sign on charts; caught by test_driven
s/hol_axpy(sys->nc, 1, phi_tt, c)/hol_axpy(sys->nc, -1, phi_tt, c)/
