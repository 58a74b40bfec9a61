/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certify_sweep.h: the certificate of a case; those of many pairs of problem and method, kept in
 * the store.
 *
 * Each of these that the store lacks is made by a worker and put into the store when it is
 * complete; one that crashes costs that pair alone. */
#pragma once

#include "harness/plan/workers.h"
#include "harness/store/store_certificates.h"

/* In the formulation that the case leads to; the outcome, with the refusal.  A problem that has
 * a trial is studied at it where the case has its defaults. */
hol_outcome hol_certify_case(const hol_case *c, hol_certificate *certificate, char formulation[16],
                             hol_refusal *refusal);

/* The last time at which a certificate looks for the true motion [s]. */
double hol_certify_until(const hol_problem *problem);

typedef struct {
    int count, room;
    hol_certified_pair *pair;
} hol_certificates;

/* The place of the pair of that spec, whatever its step and span; added where it is not there. */
int hol_certificates_add(hol_certificates *all, const hol_spec *spec);
void hol_certificates_free(hol_certificates *all);

typedef struct {
    int pairs, had, done;
    double left;                    /* as in hol_sweep_news */
    const hol_certified_pair *pair; /* that was just put into the store */
} hol_certify_news;

typedef struct {
    hol_store *store;
    int workers;
    const volatile sig_atomic_t *interrupts; /* as in hol_jobs */
    void (*tell)(void *self, const hol_certify_news *news);
    void *self;
} hol_certify_asked;

/* HOL_JOBS_NOT_KEPT: the store could not be read or written. */
hol_jobs_end hol_certify_all(hol_certificates *all, const hol_certify_asked *asked,
                             hol_message *why);
