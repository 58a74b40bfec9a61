# harness/study/agree.c: the data are moved by a thousand units in the last place, which explains any difference; caught by test_derived
s|x\[i\] = nextafter(x\[i\], up(s) ? INFINITY : -INFINITY)|x[i] *= 1 + (up(s) ? 1e-9 : -1e-9)|
