/* SPDX-License-Identifier: GPL-3.0-or-later */
/* forecast.h: how long the jobs that are left will take, from those that are done.
 *
 * A job of method m on problem p costs a_m b_p w seconds, w its weight (of runs: their steps).  The
 * rates of the pairs seen give a and b by least squares of ln a_m + ln b_p; a method or problem
 * that no job has shown costs what those seen cost on average. */
#pragma once

#include "holonomy/method.h"
#include "holonomy/problem.h"

typedef struct hol_forecast hol_forecast;

hol_forecast *hol_forecast_new(int jobs);
void hol_forecast_free(hol_forecast *e);
/* Sets a job, of 0, 1, ... below `jobs`, that is still to be done. */
void hol_forecast_job(hol_forecast *e, int job, const hol_method *method,
                      const hol_problem *problem, double weight);
/* The job took so many seconds of CPU time and ended so many seconds of the wall clock after the
 * beginning. */
void hol_forecast_done(hol_forecast *e, int job, double seconds, double wall);
/* CPU seconds of job n, done or not, by the jobs that are done; NaN where none is. */
double hol_forecast_seconds(const hol_forecast *e, int n);
/* Seconds of the wall clock until all are done, `wall` seconds after the beginning; NaN where no
 * job is done. */
double hol_forecast_left(const hol_forecast *e, double wall);
