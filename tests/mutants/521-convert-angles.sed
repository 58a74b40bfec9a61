# harness/study/convert_urdf.c: the pitch has the other sign; caught by test_convert
s/atan2(-R\[6\], across)/atan2(R[6], across)/
