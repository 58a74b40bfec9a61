# problems/registry.c: values of parameters are taken as they are; caught by test_driver
/hol_option_check(problem->parameters/d
