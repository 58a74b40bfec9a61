# methods/radau_newton.c: a stage has the rate of its mirrored row of omega; caught by test_radau
s/own->R.omega + i \* stages, 1 \/ h/own->R.omega + (stages - 1 - i) * stages, 1 \/ h/
