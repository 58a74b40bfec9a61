/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words and sentences of the status codes; messages. */
#include <stdarg.h>
#include <stdio.h>

#include "holonomy/status.h"

static const struct {
    const char *word, *reason, *sentence;
} status_text[] = {
#define X(name, word, reason) {word, reason, word ": " reason},
    HOL_STATUS_LIST(X)
#undef X
};

enum { COUNT = sizeof status_text / sizeof *status_text };

const char *hol_status_name(hol_status status)
{
    return (unsigned)status < COUNT ? status_text[status].word : "unknown status";
}

const char *hol_status_reason(hol_status status)
{
    return (unsigned)status < COUNT ? status_text[status].reason : "unknown status";
}

const char *hol_status_text(hol_status status)
{
    return (unsigned)status < COUNT ? status_text[status].sentence : "unknown status";
}

void hol_say(hol_message *message, const char *format, ...)
{
    if (!message) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
}

const char *hol_version(void)
{
    return HOL_VERSION;
}

int hol_abi(void)
{
    return HOL_ABI;
}
