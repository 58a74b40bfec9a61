# mechanics/motor_energy.c: the potential of a table has the sign of its work; caught by test_model_tables
s/: -integral(Q, 0, x, false)/: integral(Q, 0, x, false)/
