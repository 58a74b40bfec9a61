# harness/study/quad_text.c: numbers are cut off, not rounded, as decimals; caught by test_derived
s|    size += half;||
