# methods/taylor.c: a series is believed whatever the new state says; caught by test_taylor
s/return !(defect <= many);/return false;/
