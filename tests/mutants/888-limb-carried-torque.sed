# mechanics/series_limbs.h: a limb that turns about an axis of space takes no torque from one that turns in space; caught by test_series
s/x->turn == HOL_TURN_DIRECTORS ? about : 0/0/
