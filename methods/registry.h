/* SPDX-License-Identifier: GPL-3.0-or-later */
/* registry.h: methods that are not of the build, at the end of the list of all. */
#pragma once

#include <stdatomic.h>

#include "holonomy/method.h"

typedef struct hol_method_list {
    const hol_method *const *families; /* the last one NULL */
    _Atomic(struct hol_method_list *) next;
} hol_method_list;

/* The list stays where it is; one is added at a time. */
void hol_methods_add(hol_method_list *more);
