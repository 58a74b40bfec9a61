# methods/dalembert.c: the impulse of the forces pushes backwards; caught by test_nonholonomic
s/hol_axpy(sys->nv, h, f, p)/hol_axpy(sys->nv, -h, f, p)/
