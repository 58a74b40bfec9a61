# mechanics/joint_forces.c: the tables of motors have no knots; caught by test_model_tables
s/hol_model_take_knots(x.model, x.law->e);/(void)x;/
