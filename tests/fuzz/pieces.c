/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How libFuzzer joins two inputs.  Bytes taken anywhere from a file of text seldom leave one that
 * reads beyond its first mistake; so what goes over is a piece that stands by itself: a line with
 * the deeper lines under it, or what stands between two marks, brackets balanced. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b, size_t nb,
                                 uint8_t *out, size_t most, unsigned seed);

typedef struct {
    size_t from, to; /* [from, to) */
} piece;

/* Below n, of Marsaglia's xorshift; 0 of nothing. */
static size_t below(uint32_t *seed, size_t n)
{
    *seed ^= *seed << 13, *seed ^= *seed >> 17, *seed ^= *seed << 5;
    return n ? *seed % n : 0;
}

static size_t line_start(const uint8_t *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n') at--;
    return at;
}

static size_t line_end(const uint8_t *text, size_t n, size_t at)
{
    while (at < n && text[at] != '\n') at++;
    return at < n ? at + 1 : n;
}

static size_t indent(const uint8_t *text, size_t n, size_t at)
{
    size_t k = at;
    while (k < n && text[k] == ' ') k++;
    return k - at;
}

/* The line about `at` and the deeper ones that follow. */
static piece block(const uint8_t *text, size_t n, size_t at)
{
    piece p = {line_start(text, at), line_end(text, n, at)};
    size_t depth = indent(text, n, p.from);
    while (p.to < n && indent(text, n, p.to) > depth) p.to = line_end(text, n, p.to);
    return p;
}

/* From behind the mark that comes next to the one that ends what it begins. */
static piece value(const uint8_t *text, size_t n, size_t at)
{
    while (at < n && !memchr(":,[{=\t", text[at], 6)) at++;
    piece p = {at < n ? at + 1 : n, n};
    int depth = 0;
    for (size_t k = p.from; k < n; k++) {
        if (text[k] == '[' || text[k] == '{') depth++;
        bool ends = text[k] == '\n' || text[k] == '\t' || text[k] == ',' || text[k] == ']' ||
                    text[k] == '}';
        if (ends && depth == 0) return (piece){p.from, k};
        if (text[k] == ']' || text[k] == '}') depth--;
    }
    return p;
}

/* A piece of b [nb bytes], in the place of one of a [na] or, every other time, before it. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b, size_t nb,
                                 uint8_t *out, size_t most, unsigned seed)
{
    uint32_t state = seed | 1;
    piece (*cut)(const uint8_t *, size_t, size_t) = below(&state, 2) ? block : value;
    piece old = cut(a, na, below(&state, na)), new = cut(b, nb, below(&state, nb));
    if (below(&state, 2)) old.to = old.from;
    size_t grown = new.to - new.from, rest = na - old.to;
    if (old.from + grown + rest > most) return 0;
    memcpy(out, a, old.from);
    memcpy(out + old.from, b + new.from, grown);
    memcpy(out + old.from + grown, a + old.to, rest);
    return old.from + grown + rest;
}
