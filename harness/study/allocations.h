/* SPDX-License-Identifier: GPL-3.0-or-later */
/* allocations.h: the calls of the allocator, malloc and its kin, by whoever makes them. */
#pragma once

/* Those of this thread so far; -1 where they cannot be counted: without glibc, under a sanitizer.
 */
long hol_allocations(void);
