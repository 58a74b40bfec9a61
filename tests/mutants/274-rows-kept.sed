# mechanics/redundant.c: rows are kept in their order, not by their distance from those kept; caught by test_redundant
s/if (left\[i\] > left\[best\] \* (1 + earlier) || left\[best\] < 0)/if (left[best] < 0)/
