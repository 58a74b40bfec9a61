/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that are written once and unrolled where their counts are constants. */
#pragma once

#define HOL_INLINED  static inline __attribute__((always_inline))
#define HOL_UNROLLED _Pragma("GCC unroll 9")
