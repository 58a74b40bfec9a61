/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of a YAML file from libyaml's stream of events: see file_tree.h. */
#include "harness/model/file_tree.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/text.h"

static char *keep_text(hol_memory *m, const char *text)
{
    return hol_alloc_copy(m, text, strlen(text) + 1, 1);
}

/* ---------------------------------------------------------------- mistakes */

static void say(file_tree *tree, int line, int column, const char *format, va_list arguments)
{
    hol_message message;
    if (tree->mistakes == FILE_MISTAKES) {
        tree->unsaid++;
        return;
    }
    int used = vsnprintf(message.text, sizeof message.text, format, arguments);
    if (used >= 0) hol_append(message.text, sizeof message.text, "%s", tree->copy);
    tree->mistake = hol_grow(tree->memory, tree->mistake, tree->mistakes, sizeof *tree->mistake);
    tree->mistake[tree->mistakes++] =
        (file_mistake){line, column, keep_text(tree->memory, message.text)};
}

void file_say(file_tree *tree, int line, int column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(tree, line, column, format, arguments);
    va_end(arguments);
}

void file_say_at(file_tree *tree, int node, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(tree, tree->node[node].line, tree->node[node].column, format, arguments);
    va_end(arguments);
}

static int by_place(const void *a, const void *b)
{
    const file_mistake *x = a, *y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    if (x->column != y->column) return x->column < y->column ? -1 : 1;
    return strcmp(x->text, y->text);
}

void file_hand_over(file_tree *tree, hol_mistakes *mistakes)
{
    if (tree->mistakes)
        qsort(tree->mistake, (size_t)tree->mistakes, sizeof *tree->mistake, by_place);
    *mistakes = (hol_mistakes){.memory = hol_had(hol_memory_new())};
    mistakes->text = hol_alloc(mistakes->memory, (size_t)tree->mistakes + 1, sizeof(char *));
    for (int i = 0; i <= tree->mistakes; i++) {
        const file_mistake *m = &tree->mistake[i];
        char line[1024];
        if (i == tree->mistakes && !tree->unsaid) break;
        if (i == tree->mistakes)
            snprintf(line, sizeof line, "%.400s: and %d mistakes more", tree->path, tree->unsaid);
        else if (!m->line)
            snprintf(line, sizeof line, "%.400s: %s", tree->path, m->text);
        else
            snprintf(line, sizeof line, "%.400s:%d:%d: %s", tree->path, m->line, m->column,
                     m->text);
        mistakes->text[mistakes->count++] = keep_text(mistakes->memory, line);
    }
}

void hol_mistakes_free(hol_mistakes *mistakes)
{
    hol_memory_end(mistakes->memory);
    *mistakes = (hol_mistakes){0};
}

/* ---------------------------------------------------------------- what is shown of it */

file_shown file_show(const char *text)
{
    enum { MOST = 60 };
    file_shown shown;
    int n = 0;
    const unsigned char *c = (const unsigned char *)text;
    for (; *c && n < MOST; c++) {
        bool control = *c < ' ' || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0);
        shown.text[n++] = control ? '?' : (char)*c;
        if (control && *c == 0xc2) c++;
    }
    if (*c) { /* ends at a whole character */
        while (n > 0 && (*c & 0xc0) == 0x80) c--, n--;
        memcpy(shown.text + n, "...", 3);
        n += 3;
    }
    shown.text[n] = '\0';
    return shown;
}

bool file_is_whole(const file_tree *tree, int node)
{
    const file_node *n = &tree->node[node];
    bool whole = n->kind != FILE_BAD && !n->cut;
    for (int k = n->first; k >= 0 && whole; k = tree->node[k].next) whole = file_is_whole(tree, k);
    return whole;
}

/* ---------------------------------------------------------------- the text */

/* Length of the character at c, 0 where it is none that YAML allows. */
static int character(const unsigned char *c, size_t left)
{
    static const unsigned least[5] = {0, 0, 0x80, 0x800, 0x10000};
    int n = *c < 0x80 ? 1 : *c >= 0xc2 && *c < 0xe0 ? 2 : (*c & 0xf0) == 0xe0 ? 3 : 4;
    if ((*c >= 0x80 && *c < 0xc2) || *c > 0xf4 || (size_t)n > left) return 0;
    unsigned x = n == 1 ? *c : *c & (0x7fu >> n);
    for (int i = 1; i < n; i++) {
        if ((c[i] & 0xc0) != 0x80) return 0;
        x = x << 6 | (c[i] & 0x3f);
    }
    bool control = (x < ' ' && x != '\t' && x != '\n' && x != '\r') || x == 0x7f ||
                   (x >= 0x80 && x < 0xa0 && x != 0x85);
    bool none = (x >= 0xd800 && x < 0xe000) || x == 0xfeff || x == 0xfffe || x == 0xffff;
    return control || none || x < least[n] || x > 0x10ffff ? 0 : n;
}

/* Checks the characters; tabs become blanks, so that reading can go on.  False: this is no text. */
static bool clean(file_tree *tree, unsigned char *text, size_t size)
{
    int line = 1, column = 1, tab_line = 0, n;
    for (size_t i = 0; i < size; i += (size_t)n, column++) {
        n = character(text + i, size - i);
        if (!n) {
            file_say(tree, line, column, "the byte 0x%02x: %s is text in UTF-8%s", text[i],
                     tree->what,
                     text[i] < ' ' || text[i] == 0x7f ? " without control characters" : "");
            return false;
        }
        if (text[i] == '\t') {
            if (tab_line != line) file_say(tree, line, column, "a tab character: use blanks");
            tab_line = line;
            text[i] = ' ';
        }
        if (text[i] == '\n') line++, column = 0;
    }
    return true;
}

/* The whole file with a zero behind, NULL after a mistake is said. */
static unsigned char *whole_file(file_tree *tree, size_t *size)
{
    size_t room = 1 << 14, most = (size_t)tree->bytes + 1;
    unsigned char *text = hol_alloc(tree->memory, room, 1);
    FILE *in = hol_open_file(tree->path, "rb");
    if (!in) {
        file_say(tree, 0, 0, "%s", strerror(errno));
        return NULL;
    }
    for (*size = 0; (*size += fread(text + *size, 1, room - *size, in)) == room && room < most;) {
        room = 2 * room < most ? 2 * room : most;
        text = memcpy(hol_alloc(tree->memory, room, 1), text, *size);
    }
    bool failed = ferror(in);
    int why = errno;
    fclose(in);
    if (failed)
        file_say(tree, 0, 0, "%s", strerror(why));
    else if (*size == most)
        file_say(tree, 0, 0, "the file is larger than the %d bytes %s may have", tree->bytes,
                 tree->what);
    else
        return text;
    return NULL;
}

/* ---------------------------------------------------------------- events to tree */

typedef struct {
    file_tree *tree;
    int open[FILE_DEPTH]; /* the lists and mappings around the next node */
    int depth, documents;
} builder;

/* A new node, last child of the innermost open one. */
static int add_node(builder *b, file_kind kind, const yaml_mark_t *at)
{
    file_tree *tree = b->tree;
    tree->node = hol_grow(tree->memory, tree->node, tree->count, sizeof *tree->node);
    int node = tree->count++;
    tree->node[node] = (file_node){.kind = kind,
                                   .line = (int)at->line + 1,
                                   .column = (int)at->column + 1,
                                   .first = -1,
                                   .next = -1,
                                   .last = -1};
    if (!b->depth) return node;
    file_node *parent = &tree->node[b->open[b->depth - 1]];
    *(parent->count ? &tree->node[parent->last].next : &parent->first) = node;
    parent->last = node;
    parent->count++;
    return node;
}

static bool add_scalar(builder *b, const yaml_event_t *event)
{
    const char *value = (const char *)event->data.scalar.value;
    bool word = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    int node = add_node(b, word ? FILE_WORD : FILE_TEXT, &event->start_mark);
    if (strlen(value) != event->data.scalar.length) {
        file_say_at(b->tree, node, "a NUL character within a text");
        b->tree->node[node].kind = FILE_BAD;
    }
    b->tree->node[node].text = keep_text(b->tree->memory, value);
    return true;
}

static bool open_node(builder *b, file_kind kind, const yaml_event_t *event)
{
    int node = add_node(b, kind, &event->start_mark);
    if (b->depth == FILE_DEPTH) {
        file_say_at(b->tree, node, "more than %d lists and mappings within each other", FILE_DEPTH);
        return false;
    }
    b->open[b->depth++] = node;
    return true;
}

static void refuse(builder *b, const yaml_event_t *event, const yaml_char_t *anchor,
                   const yaml_char_t *tag)
{
    int line = (int)event->start_mark.line + 1, column = (int)event->start_mark.column + 1;
    if (anchor)
        file_say(b->tree, line, column, "the anchor '&%s': %s has no anchors and aliases",
                 file_show((const char *)anchor).text, b->tree->what);
    if (tag)
        file_say(b->tree, line, column, "the tag '%s': %s has no tags",
                 file_show((const char *)tag).text, b->tree->what);
}

/* False where reading ends. */
static bool take_event(builder *b, const yaml_event_t *event)
{
    int line = (int)event->start_mark.line + 1, column = (int)event->start_mark.column + 1;
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (b->documents++ == 0) return true;
        file_say(b->tree, line, column, "a second document: %s is one", b->tree->what);
        return false;
    case YAML_ALIAS_EVENT:
        file_say(b->tree, line, column, "the alias '*%s': %s has no anchors and aliases",
                 file_show((const char *)event->data.alias.anchor).text, b->tree->what);
        add_node(b, FILE_BAD, &event->start_mark);
        return true;
    case YAML_SCALAR_EVENT:
        refuse(b, event, event->data.scalar.anchor, event->data.scalar.tag);
        return add_scalar(b, event);
    case YAML_SEQUENCE_START_EVENT:
        refuse(b, event, event->data.sequence_start.anchor, event->data.sequence_start.tag);
        return open_node(b, FILE_LIST, event);
    case YAML_MAPPING_START_EVENT:
        refuse(b, event, event->data.mapping_start.anchor, event->data.mapping_start.tag);
        return open_node(b, FILE_MAP, event);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        b->depth--;
        return true;
    default:
        return event->type != YAML_STREAM_END_EVENT;
    }
}

static void syntax_error(file_tree *tree, const yaml_parser_t *parser)
{
    const yaml_mark_t *at = &parser->problem_mark;
    char context[160] = "";
    if (parser->context) snprintf(context, sizeof context, ", %s", parser->context);
    file_say(tree, (int)at->line + 1, (int)at->column + 1, "not YAML: %s%s; the rest is not read",
             parser->problem ? parser->problem : "unreadable", context);
}

typedef struct { /* libyaml's, ended with the tree however reading ends */
    yaml_parser_t parser;
    yaml_event_t event;
} stream;

static void end_stream(void *self)
{
    stream *s = self;
    yaml_event_delete(&s->event);
    yaml_parser_delete(&s->parser);
}

static void build(file_tree *tree, const unsigned char *text, size_t size)
{
    builder b = {.tree = tree};
    stream *s = hol_alloc(tree->memory, 1, sizeof *s);
    hol_at_end(tree->memory, end_stream, s);
    if (!yaml_parser_initialize(&s->parser)) hol_no_memory();
    yaml_parser_set_encoding(&s->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&s->parser, text, size);
    for (bool more = true; more; yaml_event_delete(&s->event)) {
        if (!yaml_parser_parse(&s->parser, &s->event)) {
            if (s->parser.error == YAML_MEMORY_ERROR) hol_no_memory();
            syntax_error(tree, &s->parser);
            break;
        }
        more = take_event(&b, &s->event);
        if (more && tree->count == tree->nodes) {
            const yaml_mark_t *at = &s->event.start_mark;
            file_say(tree, (int)at->line + 1, (int)at->column + 1,
                     "more than %d keys and values: the rest is not read", tree->nodes);
            more = false;
        }
    }
    for (int i = 0; i < b.depth; i++) tree->node[b.open[i]].cut = true;
}

void file_tree_read(file_tree *tree, const char *path, const char *what, int times)
{
    static const unsigned char mark[3] = {0xef, 0xbb, 0xbf}; /* byte order mark, passed over */
    size_t size;
    *tree = (file_tree){.what = what,
                        .bytes = times * FILE_BYTES,
                        .nodes = times * FILE_NODES,
                        .memory = hol_had(hol_memory_new())};
    tree->path = keep_text(tree->memory, path);
    unsigned char *text = whole_file(tree, &size);
    if (!text) return;
    hol_digest((const char *const[]){(const char *)text}, 1, tree->digest);
    size_t skip = size >= 3 && !memcmp(text, mark, 3) ? 3 : 0;
    if (clean(tree, text + skip, size - skip)) build(tree, text + skip, size - skip);
    hol_drop(tree->memory, text);
}

void file_tree_free(file_tree *tree)
{
    hol_memory_end(tree->memory);
    *tree = (file_tree){0};
}
