/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h: the words of a list such as HOL_DRIFT_LIST(X), whose rows are X(NAME, "word") or X(NAME,
 * "word", more), one behind the other: {HOL_DRIFT_LIST(HOL_WORD)}. */
#pragma once

#define HOL_WORD(name, word)              word,
#define HOL_WORD_BEFORE(name, word, more) word,

/* The function that gives the word of each, of what is none "unknown": HOL_WORD_OF(name, type,
 * HOL_DRIFT_LIST(HOL_WORD)). */
#define HOL_WORD_OF(function, type, ...)                                                           \
    const char *function(type of)                                                                  \
    {                                                                                              \
        static const char *const word[] = {__VA_ARGS__};                                           \
        return (unsigned)of < sizeof word / sizeof *word ? word[of] : "unknown";                   \
    }
