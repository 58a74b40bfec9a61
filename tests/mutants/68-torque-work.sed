# mechanics/forces.c: the work of a torque is half of tau phi; caught by test_jet
s/tau \* along : (double)NAN/0.5 * tau * along : (double)NAN/
