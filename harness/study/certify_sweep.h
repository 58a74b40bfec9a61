/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certify_sweep.h: the certificate of a case; those of many pairs of problem and method, kept in
 * the store.
 *
 * Each of these that the store lacks is made in a process of its own, so many at a time: one that
 * crashes costs that pair alone.  It is put into the store when it is complete. */
#ifndef HOL_CERTIFY_SWEEP_H
#define HOL_CERTIFY_SWEEP_H

#include <signal.h>

#include "harness/store/store.h"
#include "harness/study/certify.h"

/* In the formulation that the case leads to; where it is not HOL_RAN, why not.  A problem that has
 * a trial is studied at it where the case has its defaults. */
hol_outcome hol_certify_case(const hol_case *c, hol_certificate *certificate, char formulation[16],
                             hol_message *why);

typedef struct {
    hol_spec spec; /* problem (at its trial), method, formulation; the rest is the problem's own */
    char key[HOL_KEY];
    char formulation[16]; /* "" where the method does not fit */
    hol_message why;      /* why there is no certificate; "" where there is one */
    hol_certificate certificate;
} hol_certified_pair;

typedef struct {
    int count, room;
    hol_certified_pair *pair;
} hol_certificates;

/* The place of the pair of that spec, whatever its step and span; added where it is not there. */
int hol_certificates_add(hol_certificates *all, const hol_spec *spec);
void hol_certificates_free(hol_certificates *all);

typedef struct {
    int pairs, had, done;
    double seconds;                 /* since the beginning, wall clock */
    const hol_certified_pair *pair; /* that was just put into the store */
} hol_certify_news;

typedef struct {
    hol_store *store;
    int workers;
    const volatile sig_atomic_t *interrupts; /* ends before the next pair; NULL: never */
    void (*tell)(void *self, const hol_certify_news *news);
    void *self;
} hol_certify_asked;

/* False with a message where the store or the machine failed; `interrupted` otherwise. */
bool hol_certify_all(hol_certificates *all, const hol_certify_asked *asked, bool *interrupted,
                     hol_message *why);

/* The store's part: both leave the file's name and the reason in `why`. */
bool hol_store_put_certificate(hol_store *store, const hol_certified_pair *pair, hol_message *why);
hol_store_answer hol_store_get_certificate(hol_store *store, hol_certified_pair *pair,
                                           hol_message *why);

#endif
