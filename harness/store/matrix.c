/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of runs: see matrix.h. */
#include "harness/store/matrix.h"

#include <math.h>
#include <stdlib.h>

#include "harness/store/record.h"

const double hol_level_step[HOL_LEVELS] = {4.0, 2.0, 1.0, 0.5};
const double hol_level_tolerance[HOL_LEVELS] = {1e-4, 1e-6, 1e-8, 1e-10};

void hol_matrix_free(hol_matrix *m)
{
    for (int i = 0; i < m->count; i++) hol_record_clear(&m->record[i]);
    free(m->record);
    *m = (hol_matrix){0};
}

double hol_record_momentum_error(const hol_record *r)
{
    double most = NAN;
    for (int i = 0; i < r->momenta; i++) most = fmax(most, r->momentum[i].error);
    return most;
}

double hol_record_nodal_error(const hol_record *r)
{
    double most = NAN;
    for (int i = 0; i < r->momenta; i++) most = fmax(most, r->momentum[i].nodal);
    return most;
}

double hol_record_evaluations(const hol_record *r)
{
    const hol_counters *n = &r->counters;
    return (double)(n->constraints + n->jacobians + n->hessians + n->third_derivatives + n->forces +
                    n->masses + n->curvatures);
}
