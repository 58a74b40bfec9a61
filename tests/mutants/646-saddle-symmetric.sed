# methods/constant_mass.c: every saddle is taken for symmetric; caught by test_orders
s/symmetric ? HOL_SADDLE_SYMMETRIC : 0/symmetric ? HOL_SADDLE_SYMMETRIC : HOL_SADDLE_SYMMETRIC/
