/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals that ask for the end: see cli_signals.h. */
#include "harness/cli/cli_signals.h"

#include <stddef.h>

static const int ending[CLI_ENDINGS] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};

void cli_heed(void (*handler)(int), int flags, cli_endings *before)
{
    const struct sigaction heed = {.sa_handler = handler, .sa_flags = flags};
    for (int i = 0; i < CLI_ENDINGS; i++) {
        struct sigaction was;
        sigaction(ending[i], NULL, &was);
        if (ending[i] != SIGHUP || was.sa_handler != SIG_IGN) sigaction(ending[i], &heed, NULL);
        if (before) before->of[i] = was;
    }
}

volatile sig_atomic_t cli_stop;

static void stop(int signal)
{
    (void)signal;
    cli_stop = 1;
}

void cli_heed_stop(cli_endings *before)
{
    cli_stop = 0;
    cli_heed(stop, (int)SA_RESETHAND, before);
}

void cli_unheed(const cli_endings *before)
{
    for (int i = 0; i < CLI_ENDINGS; i++) sigaction(ending[i], &before->of[i], NULL);
}
