/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `holonomy run` prints for people: the result first, in 80 columns, and what is asked for. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_terminal.h"

enum { LABEL = 13 }; /* width of the first column */

/* ---------------------------------------------------------------- title */

/* "shake newton_tol=1e-13" */
static void named(FILE *out, const char *name, const hol_option table[], const double value[])
{
    char text[1024];
    snprintf(text, sizeof text, "%s", name);
    hol_options_changed(table, value, "", text, sizeof text);
    fputs(text, out);
}

static void put_names(FILE *out, const hol_result *r)
{
    named(out, r->problem->name, r->problem->parameters, r->x->parameters);
    fputs(" | ", out);
    named(out, r->method->name, r->method->options, r->x->options);
    fprintf(out, " | %s", r->x->sys->formulation);
    if (r->x->sys->same_as) fprintf(out, " (= %s)", r->x->sys->same_as);
}

static void put_steps(FILE *out, const hol_result *r)
{
    if (r->adaptive)
        fprintf(out, "rtol = %g, atol = %g, h = %s ... %s s, last %s s", r->rtol, r->atol,
                cli_number("%.3g", r->h_min).text, cli_number("%.3g", r->h_max).text,
                cli_number("%.3g", r->h_last).text);
    else
        fprintf(out, "h = %s s", cli_number("%.10g", r->h).text);
    fprintf(out, ", %ld steps", r->steps);
    if (r->rejected) fprintf(out, ", %ld rejected", r->rejected);
    fprintf(out, ", t = %.10g s: %s", r->x->z->t, hol_result_status(r));
}

static void put_time(FILE *out, const hol_result *r)
{
    fprintf(out, "time: %.4g s CPU, %.3g us a step", r->cpu_seconds,
            1e6 * r->cpu_seconds / (double)r->steps);
    if (r->cpu_passes > 1.0)
        fprintf(out, ", the least of %g passes that spread by %.2g s", r->cpu_passes,
                r->cpu_spread);
}

/* What `put` writes, folded. */
static void folded(FILE *out, const hol_result *r, int indent,
                   void (*put)(FILE *out, const hol_result *r))
{
    hol_text t;
    hol_text_begin(&t);
    put(t.out, r);
    cli_fold_end(out, 0, indent, &t);
}

static void put_left_out(FILE *out, const hol_result *r)
{
    fprintf(out, "redundant rows left out: %s; multipliers %s", r->x->left_out.text.text,
            r->x->redundant == HOL_REDUNDANT_LEAST_NORM
                ? "of all rows, of least norm with each row of length 1 in the inverse masses"
                : "of the others");
}

/* A message of a run that failed is said on standard error. */
static void title(FILE *out, const hol_result *r)
{
    folded(out, r, 2, put_names);
    folded(out, r, 2, put_steps);
    if (r->x->left_out.count) folded(out, r, 2, put_left_out);
    if (r->message.text[0] && hol_result_end(r) == HOL_END_OK) cli_fold(out, 0, 2, r->message.text);
    if (r->steps && isfinite(r->cpu_seconds)) folded(out, r, 2, put_time);
}

/* ---------------------------------------------------------------- errors */

static void one_error(FILE *out, const char *where, const hol_error *error)
{
    fprintf(out, "%-*s %14s %14s %16s %14s\n", LABEL, where,
            cli_number("%.3e m", error->position).text,
            cli_number("%.3e rad", error->orientation).text,
            cli_number("%.3e", error->velocity).text, cli_number("%.3e", error->multipliers).text);
}

/* What the errors are errors from. */
static void origin(FILE *out, const hol_result *r)
{
    char text[256];
    hol_reference_origin(r->problem, r->x->reference, text, sizeof text);
    fprintf(out, "%-*s ", LABEL, "against");
    cli_fold(out, LABEL + 1, LABEL + 1, text);
}

static void errors(FILE *out, const hol_result *r)
{
    char where[32];
    if (isnan(r->error.position) && !r->error_mean.count) return;
    fprintf(out, "\n%-*s %14s %14s %16s %14s\n", LABEL, "error", "position", "orientation",
            "velocity", "multipliers");
    fprintf(out, "%-*s %14s %14s %16s %14s\n", LABEL, "", "", "", "[m/s, rad/s]", "[N, N m]");
    one_error(out, "at the end", &r->error);
    if (r->error_mean.count < 2) {
        origin(out, r);
        return;
    }
    hol_error mean = hol_error_mean_value(&r->error_mean, r->x->sys->nb, hol_known_multipliers(r));
    snprintf(where, sizeof where, "mean of %ld", r->error_mean.count);
    one_error(out, where, &mean);
    origin(out, r);
}

/* ---------------------------------------------------------------- what is kept */

/* scale: what the error is relative to; 0: nothing. */
static void track_row(FILE *out, const char *label, const hol_track *track, bool kept, double scale)
{
    const double no = NAN;
    hol_drift drift = hol_track_drift(track).law;
    double most = kept ? track->max_error : no;
    fprintf(out, "%-*s %13s %13s %9s %8s %8s %9s\n", LABEL, label,
            cli_number("%.7g", track->initial).text, cli_number("%.7g", track->final).text,
            cli_number("%.2e", most).text, cli_number("%.1e", scale > 0 ? most / scale : no).text,
            cli_number("%.1e", kept ? hol_track_rms(track) : no).text,
            kept && drift != HOL_DRIFT_UNKNOWN ? hol_drift_name(drift) : "-");
}

/* The largest of the momenta at the start. */
static double momentum_scale(const hol_result *r)
{
    double most = 0.0;
    for (int i = 0; i < r->x->sys->ns; i++)
        most = fmax(most, fabs(r->diagnostics->momentum[i].initial));
    return most;
}

static void invariants(FILE *out, const hol_result *r, bool rigid)
{
    const hol_diagnostics *d = r->diagnostics;
    hol_eval *sys = r->x->sys;
    bool kept = hol_energy_told(d), worked = d->gauge->balance;
    fprintf(out, "\n%-*s %13s %13s %9s %8s %8s %9s\n", LABEL, "", "start", "end", "max error",
            "relative", "rms", "drift");
    track_row(out, worked ? "T + U - W [J]" : "energy [J]", &d->energy, kept, d->kinetic);
    if (rigid) track_row(out, "  rigid", &d->energy_rigid, kept, d->kinetic);
    for (int i = 0; i < sys->ns; i++) {
        double most = momentum_scale(r);
        track_row(out, sys->momentum_name[i], &d->momentum[i], true, most);
        if (rigid) track_row(out, "  rigid", &d->momentum_rigid[i], true, most);
        if (r->x->claims.nodal_momentum != HOL_NOT_KEPT)
            track_row(out, "  nodal", &d->momentum_nodal[i], true, most);
    }
    if (!hol_balances_energy(sys))
        fputs("softened joints are springs and dampers that are no part of the energy\n", out);
    else if (worked) {
        fprintf(out, "W = %.7g J, the work of forces without a potential and of drives%s\n",
                d->gauge->done, d->gauge->doubt > 0 ? " (order 10)" : "");
        if (!kept)
            fprintf(out, "off by up to %.1e J: steps are too long to tell the energy error by it\n",
                    d->gauge->doubt);
    }
}

static void residuals(FILE *out, const hol_result *r)
{
    const hol_diagnostics *d = r->diagnostics;
    if (!r->x->sys->nc && !r->x->sys->na) return;
    fprintf(out, "\n%-*s %14s %14s %16s %14s\n", LABEL, "constraints", "joints", "inner",
            "velocity", "acceleration");
    fprintf(out, "%-*s %14s %14s %16s %14s\n", LABEL, "largest", cli_number("%.2e", d->phi).text,
            cli_number("%.2e", d->phi_inner).text, cli_number("%.2e", d->gv).text,
            cli_number("%.2e", d->acceleration).text);
}

/* ---------------------------------------------------------------- what is asked for */

static void bodies(FILE *out, const hol_result *r)
{
    const hol_pose *pose = r->diagnostics->gauge->pose;
    fprintf(out, "\n%-*s %-32s %s\n", LABEL, "body", "r [m]", "p");
    for (int b = 0; b < r->x->sys->nb; b++)
        fprintf(out, "%-*s %10.4g %10.4g %10.4g %7.4f %7.4f %7.4f %7.4f\n", LABEL, r->body[b],
                pose[b].r[0], pose[b].r[1], pose[b].r[2], pose[b].p[0], pose[b].p[1], pose[b].p[2],
                pose[b].p[3]);
}

static int row_named(const hol_eval *sys, const char *name)
{
    for (int i = 0; i < sys->nj; i++)
        if (!strcmp(sys->row_name[i], name)) return i;
    return -1;
}

/* The method's own multiplier of a row, NaN of one that is left out or met by the coordinates. */
static double own_multiplier(const hol_result *r, int row)
{
    const hol_gauge *g = r->diagnostics->gauge;
    int k = g->whole ? g->kept_row[row] : row_named(r->x->sys, g->reaction_name[row]);
    return k >= 0 ? r->x->z->lambda[k] : (double)NAN;
}

static void reactions(FILE *out, const hol_result *r)
{
    const hol_gauge *g = r->diagnostics->gauge;
    if (!g->reactions) {
        fputs("\nno joint, so no reaction\n", out);
        return;
    }
    fprintf(out, "\n%-32s %15s %15s\n", "reaction [N, N m]", "index-1 solve", "the method's");
    for (int i = 0; i < g->reactions; i++)
        fprintf(out, "%-32s %15s %15s\n", g->reaction_name[i],
                cli_number("%.8g", g->reaction[i]).text,
                cli_number("%.8g", own_multiplier(r, i)).text);
    if (r->x->claims.lambda_time != 0.0)
        fprintf(out, "the method's are those of the time t %+g h\n", r->x->claims.lambda_time);
}

static void count(FILE *out, const char *name, long n)
{
    if (n) fprintf(out, ", %ld %s", n, name);
}

static void put_work(FILE *out, const hol_result *r)
{
    const hol_counters *c = &r->counters;
    fprintf(out, "work: %ld forces", c->forces);
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
}

static void work(FILE *out, const hol_result *r)
{
    const hol_counters *c = &r->counters;
    fputc('\n', out);
    folded(out, r, 2, put_work);
    if (c->condition > 0.0)
        fprintf(out, "condition number of a Newton matrix: at most %.3g\n", c->condition);
    if (c->seconds_acceleration + c->seconds_projection > 0.0)
        fprintf(out, "of the time: %.3g s accelerations, %.3g s projections\n",
                c->seconds_acceleration, c->seconds_projection);
}

/* By the limits of the Coruna benchmark. */
static const char *precision(double relative)
{
    return relative <= 1e-3 ? "high precision" : relative <= 1e-1 ? "low precision" : "none";
}

static void measures(FILE *out, const hol_result *r)
{
    double relative = hol_measures_relative(&r->measures);
    bool kept = hol_energy_told(r->diagnostics);
    fprintf(out, "\nmeasures of others, of the mass centres\n");
    fprintf(out, "%-*s %12s\n", 24, "Test Set, scd", cli_number("%.2f", r->measures.scd).text);
    fprintf(out, "%-*s %12s\n", 24, "Test Set, mescd", cli_number("%.2f", r->measures.mescd).text);
    fprintf(out, "%-*s %12s  %s\n", 24, "Coruna, relative error", cli_number("%.3e", relative).text,
            isnan(relative) ? "" : precision(relative));
    fprintf(out, "%-*s %12s  J\n", 24, "IFToMM, energy error",
            cli_number("%.3e", kept ? r->diagnostics->energy.max_error : (double)NAN).text);
}

void cli_show_measured(FILE *out, const hol_result *r, bool rigid)
{
    errors(out, r);
    invariants(out, r, rigid);
    residuals(out, r);
}

void cli_show_table(FILE *out, const hol_result *r, const bool show[CLI_SHOWN])
{
    title(out, r);
    cli_show_measured(out, r, show[CLI_SHOW_RIGID]);
    if (show[CLI_SHOW_POSES]) bodies(out, r);
    if (show[CLI_SHOW_REACTIONS]) reactions(out, r);
    if (show[CLI_SHOW_MEASURES]) measures(out, r);
    if (show[CLI_SHOW_WORK]) work(out, r);
}
