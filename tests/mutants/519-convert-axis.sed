# harness/study/convert.c: the second axis of a universal joint is a column of the frame; caught by test_convert
s/last ? limb->C\[6 + i\]/last ? limb->C[3 * i + 2]/
