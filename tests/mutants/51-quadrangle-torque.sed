# problems/quadrangle.c: the torque drives the coupler; caught by test_orders
s/hol_torque_body(model, b1,/hol_torque_body(model, b2,/
