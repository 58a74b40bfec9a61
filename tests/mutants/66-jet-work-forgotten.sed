# methods/jet_step.c: the total energy is imposed with the work of the last step only; caught by test_jet
s/J->target\[0\] += m\.W\[0\] + \*W/J->target[0] += *W/
