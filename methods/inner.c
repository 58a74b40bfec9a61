/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stepper within a stepper: see inner.h. */
#include "methods/inner.h"

#include "holonomy/memory.h"

static void end_stepper(void *place)
{
    hol_stepper_free(*(hol_stepper **)place);
}

static void end_state(void *place)
{
    hol_state_free(*(hol_state **)place);
}

hol_status hol_inner_make(hol_stepper *s, const char *method, const double opt[],
                          hol_stepper **inner)
{
    hol_status status;
    hol_stepper **place = hol_alloc(s->memory, 1, sizeof *place);
    hol_at_end(s->memory, end_stepper, place);
    *inner = *place = hol_stepper_new(s->sys, hol_method_named(method), opt, &status, NULL);
    return status;
}

hol_state *hol_inner_state(hol_stepper *s, hol_stepper *inner)
{
    hol_state **place = hol_alloc(s->memory, 1, sizeof *place);
    hol_at_end(s->memory, end_state, place);
    *place = hol_state_new(s->sys, inner->method, inner->opt);
    if (!*place) hol_no_memory();
    return *place;
}

static hol_status call(hol_status (*change)(hol_stepper *, double, hol_state *), hol_stepper *s,
                       hol_stepper *inner, double h, hol_state *z)
{
    size_t mark = hol_mark(inner->work);
    inner->residual.of = NULL;
    hol_status status = change(inner, h, z);
    hol_release(inner->work, mark);
    s->residual.value = inner->residual.value;
    s->residual.of = inner->residual.of;
    return status;
}

hol_status hol_inner_step(hol_stepper *s, hol_stepper *inner, double h, hol_state *z)
{
    return call(inner->method->step, s, inner, h, z);
}

hol_status hol_inner_start(hol_stepper *s, hol_stepper *inner, double h, hol_state *z)
{
    return inner->method->start ? call(inner->method->start, s, inner, h, z) : HOL_OK;
}
