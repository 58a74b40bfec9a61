# mechanics/model.c: gravity that is not finite is taken; caught by test_model
/hol_check_finite(model, "gravity", g)/d
