# numerics/dop853.c: a digit of an extension's coefficient of Dormand and Prince 8(5,3) is wrong; caught by test_tables
s/-91\.946323924783554/-91.946323934783554/
s/-9\.1946323924783554/-9.1946323934783554/
