/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_004.h: the runs behind the section on Terze, Zlatar, Mueller 2012 (paper 004): its gyrostat
 * by Munthe-Kaas steps, stabilised or not, and by generalised-alpha. */
#pragma once

#include "harness/papers/paper.h"
#include "harness/papers/paper_run.h"

/* The gyrostat by a method with options "name=value", in rotation matrices. */
#define HOL_P004_RUN(by, ...)                                                                      \
    {                                                                                              \
        .problem = "gyrostat", .method = by, .formulation = "lie", .option = { __VA_ARGS__ }       \
    }

/* The studies: what the stabilisations of section 2.3 leave, the weights of (12) and how often (23)
 * acts; and the orders of generalised-alpha.  False with a message. */
bool hol_p004_stabilisation(hol_paper_section *to);
bool hol_p004_orders(hol_paper_section *to);
/* The equations as printed, three angles, (24) near a half turn, reactions. */
bool hol_p004_work(hol_paper_section *to); /* what an error costs */
bool hol_p004_variants(hol_paper_section *to);
