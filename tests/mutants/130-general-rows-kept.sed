# mechanics/realise.c: rows that are held keep their general form, which nothing reads; caught by test_ladder
s/    if (!R->bents \&\& !R->rollings) hol_drop_joint_rows(R);.*/    ;/
