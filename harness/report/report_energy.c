/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a method keeps energy over a long run: what it claims of that problem beside the law that
 * was fitted to its longest run there.  A law alone would not do: a method whose step is so small
 * that nothing but round-off is left has a bounded error too. */
#include <math.h>
#include <string.h>

#include "harness/report/report_judge.h"

/* The record has the error of its energy, whatever ended the run. */
static const report_run *longest(const report *r, int subject, int lane)
{
    const report_run *most = NULL, *run;
    for (int i = 0; i < r->sections; i++) {
        if (r->section[i].subject != subject) continue;
        for (int n = 0; (run = report_nth(r, i, lane, n)); n++) {
            const hol_record *one = run->record;
            bool controlled = run->spec->rtol > 0 || run->spec->atol > 0;
            double steps = controlled ? (double)one->steps : run->spec->until / run->spec->h;
            bool asked = one->ran && steps >= REPORT_LONG * (1 - 1e-9);
            if (!asked || isnan(one->energy)) continue;
            if (!most || run->spec->until > most->spec->until) most = run;
        }
    }
    return most;
}

/* What the solution of a step leaves of an energy that it keeps, and each step by round-off, of the
 * energy that the system has. */
static double allowance(hol_experiment *x, const hol_spec *spec, const hol_record *one)
{
    const double solved = 4e-12, round_off = 2.3e-16;
    double energy, moved, kinetic = 0.0;
    hol_invariant_scales(x->sys, &energy, &moved);
    if (hol_start(x->s, 0, spec->h, NULL, x->z) == HOL_OK)
        kinetic = hol_kinetic(x->sys, x->z->q, x->z->v);
    return (solved + round_off * (double)one->steps) * fmax(energy, kinetic);
}

/* A claim is measured by the law of the error, or by its size, where only round-off is left. */
static void judge(report_energy *of)
{
    const hol_spec *spec = of->run->spec;
    const hol_record *one = of->run->record;
    hol_refusal why;
    const hol_setup setup = {.problem = spec->problem,
                             .method = spec->method,
                             .formulation = one->formulation,
                             .parameters = spec->parameters,
                             .options = spec->options};
    hol_experiment *x = hol_experiment_open(&setup, &why);
    of->keeps = REPORT_GROWS;
    if (x && !hol_keeps_energy(x->sys)) { /* the balance, of which no method makes a claim */
        *of = (report_energy){0};
        hol_experiment_close(x);
        return;
    }
    if (x) {
        of->claimed = x->claims.energy;
        bool small = one->energy <= allowance(x, spec, one),
             bounded = small || one->energy_drift == HOL_DRIFT_BOUNDED;
        if (of->claimed != HOL_NOT_KEPT && bounded)
            of->keeps = of->claimed == HOL_EXACT && small ? REPORT_EXACT : REPORT_BOUNDED;
        else if (of->claimed != HOL_NOT_KEPT && one->energy_drift == HOL_DRIFT_UNKNOWN)
            of->keeps = REPORT_UNTOLD;
    }
    hol_experiment_close(x);
    if (one->end != HOL_END_OK) of->keeps = REPORT_ENDED;
}

void report_judge_energy(report *r)
{
    r->energy = hol_new(r->sections * r->lanes, sizeof *r->energy);
    for (int i = 0; i < r->sections; i++)
        for (int k = 0; k < r->lanes && r->section[i].subject == i; k++) {
            report_energy *of = &r->energy[i * r->lanes + k];
            of->run = longest(r, i, k);
            if (of->run) judge(of);
        }
}

const report_energy *report_energy_of(const report *r, int section, int lane)
{
    return &r->energy[r->section[section].subject * r->lanes + lane];
}

void report_energy_text(const report_energy *energy, char text[], size_t size)
{
    static const char *const law[] = {[HOL_DRIFT_UNKNOWN] = "without a law of growth",
                                      [HOL_DRIFT_BOUNDED] = "bounded, which is not claimed",
                                      [HOL_DRIFT_SQRT] = "grows as the root of time",
                                      [HOL_DRIFT_LINEAR] = "grows as time",
                                      [HOL_DRIFT_QUADRATIC] = "grows as time squared"};
    if (energy->keeps == REPORT_NOT_LONG) {
        snprintf(text, size, "no run of %d steps", REPORT_LONG);
        return;
    }
    const hol_record *one = energy->run->record;
    if (energy->keeps == REPORT_ENDED)
        snprintf(text, size, "%s at t = %.4g s of %.4g s", hol_end_name(one->end), one->t,
                 energy->run->spec->until);
    else
        snprintf(text, size, "%s, at most %.1e J in %ld steps",
                 energy->keeps == REPORT_EXACT     ? "kept exactly"
                 : energy->keeps == REPORT_BOUNDED ? "bounded"
                                                   : law[one->energy_drift],
                 one->energy, one->steps);
}
