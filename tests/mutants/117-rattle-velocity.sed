# methods/shake.c: rattle reports the difference of positions, off the constraints; caught by test_orders
/^static hol_status rattle_step/,/^}/s/HOL_VELOCITY_LEGENDRE/HOL_VELOCITY_DIFFERENCE/
