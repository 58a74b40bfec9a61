/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words and sentences of the status codes and traits; messages. */
#include <stdarg.h>
#include <stdio.h>

#include "mechanics/holonomy.h"

static const struct {
    const char *word, *sentence;
} status_text[] = {
#define X(name, word, text) {word, text},
    HOL_STATUS_LIST(X)
#undef X
};

enum { COUNT = sizeof status_text / sizeof *status_text };

const char *hol_status_name(hol_status status)
{
    return (unsigned)status < COUNT ? status_text[status].word : "unknown status";
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
