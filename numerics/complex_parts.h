/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complex_parts.h: <complex.h>, with CMPLX also where the C library gives it to gcc alone. */
#pragma once

#include <complex.h>

#ifndef CMPLX
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#endif
