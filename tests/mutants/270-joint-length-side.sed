# mechanics/joint_start.c: a body placed by a length stands behind its joint; caught by test_assemble
s/(e ? length : -length)/(e ? -length : length)/
s/i.rho\[k\] += length/i.rho[k] -= length/
