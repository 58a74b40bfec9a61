# mechanics/joint_forces.c: off the joint the torque about its axis is no gradient of the angle; caught by test_motors
s/add_outer(x, par + FIRST, -P \* s, w\[0\].D)/add_outer(x, par + FIRST, P * s, w[0].D)/
