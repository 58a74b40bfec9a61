/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_certificates.h: certificates of pairs of problem and method in the store. */
#pragma once

#include "harness/store/store.h"
#include "holonomy/certify.h"

typedef struct {
    hol_spec spec; /* problem (at its trial), method, formulation; the rest is the problem's own */
    char key[HOL_KEY];
    char formulation[16]; /* "" where the method does not fit */
    hol_message why;      /* why there is no certificate; "" where there is one */
    hol_certificate certificate;
} hol_certified_pair;

/* All leave the file's name and the reason in `why`. */
bool hol_store_put_certificate(hol_store *store, const hol_certified_pair *pair, hol_message *why);
/* That of the pair's key, or where there is none that of its spec that the same build made on
 * another processor, for which BLAS chose another kernel. */
hol_store_answer hol_store_get_certificate(hol_store *store, hol_certified_pair *pair,
                                           hol_message *why);
/* A step of hol_store_take: copies from the attached store `other` the certificates that are not
 * here, of whatever processor.  Of a pair that has one in one store, and the reason why there is
 * none in the other, the certificate is kept. */
bool hol_store_take_certificates(hol_store *store, hol_message *why);
