/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words and sentences of the status codes and traits; messages. */
#include <stdarg.h>
#include <stdio.h>

#include "mechanics/holonomy.h"

static const char *const sentence[] = {
#define X(name, text) [HOL_##name] = text,
    HOL_STATUS_LIST(X)
#undef X
};

/* The first words of the sentences. */
static const char *const word[] = {
    [HOL_OK] = "ok",
    [HOL_REJECT] = "rejected",
    [HOL_DIVERGED] = "diverged",
    [HOL_SINGULAR] = "singular",
    [HOL_NOT_FINITE] = "not finite",
    [HOL_UNSUPPORTED] = "unsupported",
    [HOL_LIMIT] = "limit",
};

enum { COUNT = sizeof sentence / sizeof *sentence };
_Static_assert(sizeof word == sizeof sentence, "every status has its word");

const char *hol_status_name(hol_status status)
{
    return (unsigned)status < COUNT ? word[status] : "unknown status";
}

const char *hol_status_text(hol_status status)
{
    return (unsigned)status < COUNT ? sentence[status] : "unknown status";
}

void hol_say(hol_message *message, const char *format, ...)
{
    if (!message) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
}

void hol_traits_text(unsigned traits, char *text, size_t size)
{
    static const struct {
        unsigned bit;
        const char *text;
    } trait[] = {
#define X(name, bit, text) {1u << bit, text},
        HOL_TRAIT_LIST(X)
#undef X
    };
    size_t used = 0;
    if (size) text[0] = '\0';
    for (size_t i = 0; i < sizeof trait / sizeof *trait && used < size; i++) {
        if (!(traits & trait[i].bit)) continue;
        int more = snprintf(text + used, size - used, "%s%s", used ? ", " : "", trait[i].text);
        used += more > 0 ? (size_t)more : 0;
    }
}
