# methods/gena_lie.c: alpha of HHT shifts the acceleration too; caught by test_lie
s/{.am = 0, .af = -hol_real(s, ALPHA)}/{.am = 0.1, .af = -hol_real(s, ALPHA)}/
