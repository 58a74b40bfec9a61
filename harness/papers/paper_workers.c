/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Papers redone by processes beside each other: see hol_chapters_redo() in paper_chapter.h.  What a
 * process made, it leaves in an open file for the one that began it: the same program at the same
 * place in memory, so that rules are told by their addresses. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/outcome.h"
#include "base/say.h"
#include "harness/papers/paper_chapter.h"

typedef struct { /* of a paper under way */
    pid_t pid;   /* 0: it has ended */
    FILE *made;
} worker;

static size_t cells(const hol_paper_table *t)
{
    return (size_t)t->rows * (size_t)t->columns;
}

static void put(const void *x, size_t size, size_t count, FILE *out)
{
    if (count) fwrite(x, size, count, out);
}

static bool leave(const hol_paper_section *p, FILE *out)
{
    put(p, sizeof *p, 1, out);
    for (int i = 0; i < p->tables; i++) {
        const hol_paper_table *t = p->table[i];
        put(t, sizeof *t, 1, out);
        put(t->column, sizeof *t->column, (size_t)t->columns, out);
        put(t->cell, sizeof *t->cell, cells(t), out);
    }
    put(p->found.of, sizeof *p->found.of, (size_t)p->found.count, out);
    for (int i = 0; i < p->found.count; i++)
        put(p->found.of[i].x, sizeof(double), (size_t)p->found.of[i].count, out);
    return fflush(out) == 0 && !ferror(out);
}

/* What was put there, malloc'd; zeros where the file ends before. */
static void *got(size_t size, size_t count, FILE *in)
{
    void *x = hol_new((int)count, size);
    if (fread(x, size, count, in) != count) memset(x, 0, size * count);
    return x;
}

static hol_paper_table *got_table(FILE *in)
{
    hol_paper_table *t = got(sizeof *t, 1, in);
    t->column = got(sizeof *t->column, (size_t)t->columns, in);
    t->cell = got(sizeof *t->cell, cells(t), in);
    return t;
}

/* False where the file ends before all of it. */
static bool take(hol_paper_section *p, FILE *in)
{
    rewind(in);
    hol_paper_section *left = got(sizeof *left, 1, in);
    *p = *left;
    free(left);
    p->figure = NULL, p->figures = (hol_table){0};
    for (int i = 0; i < p->tables; i++) p->table[i] = got_table(in);
    p->found.of = got(sizeof *p->found.of, (size_t)p->found.count, in);
    for (int i = 0; i < p->found.count; i++)
        p->found.of[i].x = got(sizeof(double), (size_t)p->found.of[i].count, in);
    return p->paper && !feof(in) && !ferror(in) && hol_paper_read_figures(p);
}

static int redo(const hol_paper *paper, const char *dir, FILE *made)
{
    hol_paper_section p;
    int code = hol_chapter_redo(&p, paper, dir);
    if (!code && !leave(&p, made)) {
        hol_complain("paper %s: %s", paper->id, strerror(errno));
        code = HOL_EXIT_FILE;
    }
    fflush(NULL);
    return code;
}

static int begin(worker *w, const hol_paper *paper, const char *dir)
{
    fflush(NULL);
    w->made = tmpfile();
    w->pid = w->made ? fork() : -1;
    if (w->pid == 0) _exit(redo(paper, dir, w->made));
    if (w->pid > 0) return HOL_EXIT_OK;
    return hol_refuse(HOL_EXIT_MACHINE, "no process for paper %s: %s", paper->id, strerror(errno));
}

static int end(const worker *w, const hol_paper *paper, int status, hol_paper_section *p)
{
    if (!WIFEXITED(status))
        return hol_refuse(HOL_EXIT_FAILED, "paper %s: its process ended by signal %d", paper->id,
                          WTERMSIG(status));
    if (WEXITSTATUS(status)) return WEXITSTATUS(status); /* it has said why */
    if (take(p, w->made)) return HOL_EXIT_OK;
    return hol_refuse(HOL_EXIT_FILE, "paper %s: what was made of it cannot be read", paper->id);
}

/* Waits for one of so many to end.  Where this program was started with SIGCHLD ignored, all end
 * and leave no status but what they have made. */
static int ended(worker w[], int count, int *status)
{
    pid_t pid;
    int i = 0;
    *status = 0;
    while ((pid = waitpid(-1, status, 0)) < 0 && errno == EINTR) continue;
    while (i + 1 < count && (pid > 0 ? w[i].pid != pid : !w[i].pid)) i++;
    w[i].pid = 0;
    return i;
}

static int redo_beside(hol_paper_section p[], const hol_chapter_choice *chosen, const char *dir,
                       int jobs)
{
    worker w[HOL_PAPERS] = {{0}};
    int begun = 0, running = 0, code = HOL_EXIT_OK, status;
    while (running || (begun < chosen->count && !code)) {
        if (running < jobs && begun < chosen->count && !code) {
            code = begin(&w[begun], chosen->of[begun], dir);
            running += !code;
            begun++;
            continue;
        }
        int i = ended(w, begun, &status), its = end(&w[i], chosen->of[i], status, &p[i]);
        if (!code) code = its;
        running--;
    }
    for (int i = 0; i < begun; i++)
        if (w[i].made) fclose(w[i].made);
    return code;
}

int hol_chapters_redo(hol_paper_section p[], const hol_chapter_choice *chosen, const char *dir,
                      int jobs)
{
    int code = HOL_EXIT_OK;
    for (int i = 0; i < chosen->count; i++) p[i] = (hol_paper_section){.paper = chosen->of[i]};
    if (jobs > 1) return redo_beside(p, chosen, dir, jobs);
    for (int i = 0; i < chosen->count && !code; i++)
        code = hol_chapter_redo(&p[i], chosen->of[i], dir);
    return code;
}
