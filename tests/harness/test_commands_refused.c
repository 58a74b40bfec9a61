/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that read or write a store of which a statement fails, each in turn: the command ends
 * with another status than without and says why, by the file's name; none goes on as if nothing had
 * been. */
#include <fcntl.h>

#include "harness/cli/cli.h"
#include "tests/harness/store_fault.h"
#include "tests/harness/store_rig.h"

enum { WORDS = 12, SOME = 25, SAID = 512 };

static char folder[] = "/tmp/holonomy-test-XXXXXX";
static const char plan[] =
    "runs:\n  - {problem: pendulum, methods: [shake, tangent-rk4], until: 0.05, repeats: 0}\n";

static const struct {
    int (*run)(int argc, char **argv);
    const char *word[WORDS];
} command[] = {
    {cli_export, {"export", "--store", "a.sqlite", "--json"}},
    {cli_export, {"export", "--store", "a.sqlite", "--view", "orders", "--plan", "plan.yaml"}},
    {cli_export, {"export", "--store", "a.sqlite", "--view", "fastest"}},
    {cli_export, {"export", "--store", "a.sqlite", "--view", "measures", "--format", "latex"}},
    {cli_compare, {"compare", "a.sqlite", "b.sqlite"}},
    {cli_merge, {"merge", "b.sqlite", "--output", "a.sqlite", "--json"}},
    {cli_sweep, {"sweep", "plan.yaml", "--store", "a.sqlite", "--quiet"}},
};
enum { COMMANDS = sizeof command / sizeof *command };

/* ---------------------------------------------------------------- a command in its own process */

static void into(const char *file, int stream)
{
    int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || dup2(fd, stream) < 0) _exit(99);
    close(fd);
}

/* Its exit code. */
static int runs(int (*run)(int argc, char **argv), const char *const word[])
{
    int argc = 0, status;
    char *argv[WORDS + 1] = {NULL}, first[64];
    snprintf(first, sizeof first, "holonomy %s", word[0]);
    for (; word[argc]; argc++) argv[argc] = argc ? strdup(word[argc]) : first;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        into("out", STDOUT_FILENO);
        into("err", STDERR_FILENO);
        int code = run(argc, argv);
        fflush(NULL);
        _exit(code);
    }
    ck_assert(child > 0 && waitpid(child, &status, 0) == child);
    for (int i = 1; i < argc; i++) free(argv[i]);
    ck_assert_msg(WIFEXITED(status), "holonomy %s: signal %d", word[0], WTERMSIG(status));
    return WEXITSTATUS(status);
}

static void copy(const char *from, const char *to)
{
    char bytes[4096];
    size_t size;
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    ck_assert(in && out);
    while ((size = fread(bytes, 1, sizeof bytes, in)) > 0) fwrite(bytes, 1, size, out);
    ck_assert(fclose(in) == 0 && fclose(out) == 0);
}

static const char *said(void)
{
    static char text[SAID];
    FILE *in = fopen("err", "rb");
    ck_assert(in);
    text[fread(text, 1, SAID - 1, in)] = '\0';
    fclose(in);
    return text;
}

static void set_up(void)
{
    const char *const sweep[] = {"sweep", "plan.yaml", "--store", "kept.sqlite", "--quiet", NULL};
    char *data = realpath(getenv("HOLONOMY_DATA"), NULL); /* may be told from here */
    ck_assert(data && setenv("HOLONOMY_DATA", data, 1) == 0);
    free(data);
    ck_assert(mkdtemp(folder) && chdir(folder) == 0);
    setenv("HOLONOMY_CACHE", folder, 1);
    FILE *out = fopen("plan.yaml", "w");
    ck_assert(out && fputs(plan, out) >= 0 && fclose(out) == 0);
    watch_stores();
    ck_assert_int_eq(runs(cli_sweep, sweep), 0);
    copy("kept.sqlite", "b.sqlite");
}

static void tear_down(void)
{
    char remove[64];
    snprintf(remove, sizeof remove, "rm -r %s", folder);
    ck_assert(chdir("/") == 0 && system(remove) == 0);
}

/* With the n-th fault; whether there were so many. */
static bool tries(int i, way w, long n)
{
    copy("kept.sqlite", "a.sqlite");
    arm(w, n);
    int code = runs(command[i].run, command[i].word);
    bool failed = fell();
    ck_assert_msg((code != 0) == failed, "holonomy %s: code %d with fault %ld of way %d: %s",
                  command[i].word[0], code, n, w, said());
    ck_assert_msg(!failed ||
                      (strstr(said(), "holonomy: ") == said() && strstr(said(), ".sqlite: ")),
                  "holonomy %s: fault %ld of way %d: '%s'", command[i].word[0], n, w, said());
    return failed;
}

START_TEST(a_statement_that_fails_ends_the_command)
{
    for (way w = 0; w < WAYS; w++) {
        ck_assert(!tries(_i, w, 0));
        long all = fault->asked;
        ck_assert_msg(all > 0, "holonomy %s: nothing was asked", command[_i].word[0]);
        for (long n = 1; n <= all; n += hol_longest() ? 1 : all / SOME + 1)
            ck_assert_msg(tries(_i, w, n), "holonomy %s: %ld of %ld", command[_i].word[0], n, all);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("commands refused");
    TCase *tcase = tcase_create("commands refused");
    tcase_set_timeout(tcase, hol_patience(120));
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_loop_test(tcase, a_statement_that_fails_ends_the_command, 0, COMMANDS);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
