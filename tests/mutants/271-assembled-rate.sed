# mechanics/assemble.c: a rate that is asked for has the wrong sign; caught by test_assemble
s/r\[row\] -= rate\[k\]/r[row] += rate[k]/
