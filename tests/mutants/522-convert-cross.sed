# harness/study/convert_sdf.c: both axes of a universal joint are that of the child; caught by test_convert
s/j->axis\[1 - e\], child, axis/j->axis[e], child, axis/
