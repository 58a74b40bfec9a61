/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `holonomy run` prints for people. */
#include <math.h>
#include <string.h>

#include "harness/cli/cli.h"

enum { LABEL = 26 }; /* width of the first column */

/* A number in twelve columns, or a dash. */
typedef struct {
    char text[32];
} cell;

static cell number(const char *format, double x)
{
    cell c = {"-"};
    if (isfinite(x)) snprintf(c.text, sizeof c.text, format, x);
    return c;
}

/* "shake newton_tol=1e-13" */
static void named(FILE *out, const char *name, const hol_option table[], const double value[])
{
    char text[1024];
    snprintf(text, sizeof text, "%s", name);
    hol_options_changed(table, value, "", text, sizeof text);
    fputs(text, out);
}

static void title(FILE *out, const hol_result *r)
{
    named(out, r->problem->name, r->problem->parameters, r->x->parameters);
    fputs(" | ", out);
    named(out, r->method->name, r->method->options, r->x->options);
    fprintf(out, " | %s", r->x->sys->formulation);
    if (r->x->sys->same_as) fprintf(out, " (= %s)", r->x->sys->same_as);
    fputc('\n', out);
    if (r->adaptive)
        fprintf(out, "rtol = %g, atol = %g, h = %s ... %s s, last %s s", r->rtol, r->atol,
                number("%.3g", r->h_min).text, number("%.3g", r->h_max).text,
                number("%.3g", r->h_last).text);
    else
        fprintf(out, "h = %s s", number("%.10g", r->h).text);
    fprintf(out, ", %ld steps", r->steps);
    if (r->rejected) fprintf(out, ", %ld rejected", r->rejected);
    fprintf(out, ", t = %.10g s: %s\n", r->x->z->t, hol_result_status(r));
    if (r->message.text[0]) fprintf(out, "%s\n", r->message.text);
}

static void track_row(FILE *out, const char *label, const char *kind, const hol_track *track,
                      bool kept)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s", label, kind);
    hol_drift drift = hol_track_drift(track, NULL);
    fprintf(out, "%-*s %17s %17s %12s %12s %10s\n", LABEL, name,
            number("%.10g", track->initial).text, number("%.10g", track->final).text,
            number("%.3e", kept ? track->max_error : (double)NAN).text,
            number("%.3e", kept ? hol_track_rms(track) : (double)NAN).text,
            kept && drift != HOL_DRIFT_UNKNOWN ? hol_drift_name(drift) : "-");
}

static void invariants(FILE *out, const hol_result *r)
{
    const hol_diagnostics *d = r->diagnostics;
    hol_eval *sys = r->x->sys;
    bool kept = hol_keeps_energy(sys);
    fprintf(out, "\n%-*s %17s %17s %12s %12s %10s\n", LABEL, "", "start", "end", "max error",
            "rms error", "drift");
    track_row(out, "energy [J]", "", &d->energy, kept);
    track_row(out, "energy [J]", ", rigid", &d->energy_rigid, kept);
    for (int i = 0; i < sys->ns; i++) {
        const char *name = sys->momentum_name[i];
        track_row(out, name, "", &d->momentum[i], true);
        track_row(out, name, ", rigid", &d->momentum_rigid[i], true);
        if (r->x->claims.nodal_momentum != HOL_NOT_KEPT)
            track_row(out, name, ", nodal", &d->momentum_nodal[i], true);
    }
}

static void residuals(FILE *out, const hol_result *r)
{
    const hol_diagnostics *d = r->diagnostics;
    if (!r->x->sys->nc && !r->x->sys->na) return;
    fprintf(out, "\nconstraints, maxima:  joints %s, inner %s, velocity %s, acceleration %s\n",
            number("%.2e", r->x->sys->nj ? d->phi : (double)NAN).text,
            number("%.2e", r->x->sys->nc > r->x->sys->nj ? d->phi_inner : (double)NAN).text,
            number("%.2e", d->gv).text, number("%.2e", d->acceleration).text);
}

static void one_error(FILE *out, const char *where, const hol_error *error)
{
    fprintf(out, "%s  position %s m, orientation %s rad, velocity %s, multipliers %s\n", where,
            number("%.3e", error->position).text, number("%.3e", error->orientation).text,
            number("%.3e", error->velocity).text, number("%.3e", error->multipliers).text);
}

static void errors(FILE *out, const hol_result *r)
{
    char where[64];
    if (isnan(r->error.position) && !r->error_mean.count) return;
    fputc('\n', out);
    snprintf(where, sizeof where, "error at t = %.10g:", r->x->z->t);
    one_error(out, where, &r->error);
    if (!r->error_mean.count) return;
    int nj = r->x->reference ? r->x->reference->multipliers : 0;
    hol_error mean = hol_error_mean_value(&r->error_mean, r->x->sys->nb, nj);
    snprintf(where, sizeof where, "mean of %ld, eq (5.10):", r->error_mean.count);
    one_error(out, where, &mean);
}

static void bodies(FILE *out, const hol_result *r)
{
    enum { MOST = 12 }; /* bodies shown */
    const hol_pose *pose = r->diagnostics->gauge->pose;
    fprintf(out, "\n%-14s %-39s %s\n", "body", "r [m]", "p");
    for (int b = 0; b < r->x->sys->nb && b < MOST; b++)
        fprintf(out, "%-14s %12.6g %12.6g %12.6g  %10.6f %10.6f %10.6f %10.6f\n", r->body[b],
                pose[b].r[0], pose[b].r[1], pose[b].r[2], pose[b].p[0], pose[b].p[1], pose[b].p[2],
                pose[b].p[3]);
    if (r->x->sys->nb > MOST) fprintf(out, "... and %d more: --json\n", r->x->sys->nb - MOST);
}

static void multipliers(FILE *out, const hol_result *r)
{
    enum { MOST = 12 }; /* rows shown */
    if (!r->x->sys->nj) return;
    fprintf(out, "\n%-14s %15s %15s\n", "multiplier", "index-1 solve", "the method's");
    for (int i = 0; i < r->x->sys->nj && i < MOST; i++)
        fprintf(out, "%-14s %15.8g %15.8g\n", r->x->sys->row_name[i],
                r->diagnostics->gauge->lambda[i], r->x->z->lambda[i]);
    if (r->x->sys->nj > MOST) fprintf(out, "... and %d more: --json\n", r->x->sys->nj - MOST);
    if (r->x->claims.lambda_time != 0.0)
        fprintf(out, "the method's stand at t %+g h\n", r->x->claims.lambda_time);
}

static void count(FILE *out, const char *name, long n)
{
    if (n) fprintf(out, ", %ld %s", n, name);
}

static void work(FILE *out, const hol_result *r)
{
    const hol_counters *c = &r->counters;
    fprintf(out, "\nwork: %ld forces", c->forces);
    count(out, "constraints", c->constraints);
    count(out, "jacobians", c->jacobians);
    count(out, "hessians", c->hessians);
    count(out, "third derivatives", c->third_derivatives);
    count(out, "masses", c->masses);
    count(out, "curvatures", c->curvatures);
    count(out, "accelerations", c->accelerations);
    count(out, "factorisations", c->factorisations);
    count(out, "solves", c->solves);
    count(out, "Krylov iterations", c->krylov);
    count(out, "Newton iterations", c->newton);
    count(out, "at most in one solve or projection", c->newton_most);
    count(out, "projections", c->projections);
    count(out, "gradients of invariants", c->invariant_gradients);
    count(out, "Hessians of invariants", c->invariant_hessians);
    count(out, "reparametrisations", c->reparametrisations);
    if (c->condition > 0.0)
        fprintf(out, "\ncondition number of a Newton matrix: at most %.3g", c->condition);
    if (c->seconds_acceleration + c->seconds_projection > 0.0)
        fprintf(out, "\nof the time: %.3g s accelerations, %.3g s projections",
                c->seconds_acceleration, c->seconds_projection);
    if (r->steps && isfinite(r->cpu_seconds))
        fprintf(out, "\ntime: %.4g s CPU, %.3g us a step", r->cpu_seconds,
                1e6 * r->cpu_seconds / (double)r->steps);
    if (r->cpu_passes > 1.0)
        fprintf(out, ", the least of %g passes that spread by %.2g s", r->cpu_passes,
                r->cpu_spread);
    fputc('\n', out);
}

void cli_show_table(FILE *out, const hol_result *r)
{
    title(out, r);
    invariants(out, r);
    residuals(out, r);
    errors(out, r);
    bodies(out, r);
    multipliers(out, r);
    work(out, r);
}
