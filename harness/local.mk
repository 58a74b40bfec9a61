bin_PROGRAMS = holonomy
holonomy_SOURCES = %D%/main.c
# What the program needs beside the library.
HARNESS_LIBS = $(YAML_LIBS) $(NETTLE_LIBS) $(SQLITE_LIBS)
holonomy_LDADD = libharness.a libholonomy.la $(HARNESS_LIBS)

# In the library: the driver, the diagnostics, the reader of references.
libholonomy_la_SOURCES += \
    %D%/advance.c \
    %D%/diagnostics.c \
    %D%/prepare.c \
    %D%/reference.c \
    %D%/run.c \
    %D%/sample.c \
    %D%/singular.c

# The program, all but main(), so that tests can use it.
noinst_LIBRARIES += libharness.a
libharness_a_SOURCES = \
    %D%/bench.c \
    %D%/cli_bench.c \
    %D%/cli_bench_ladder.c \
    %D%/cli_bench_system.c \
    %D%/certify.c \
    %D%/cli_certify.c \
    %D%/cli_common.c \
    %D%/cli_compare.c \
    %D%/cli_explain.c \
    %D%/cli_export.c \
    %D%/cli_info.c \
    %D%/cli_json.c \
    %D%/cli_list.c \
    %D%/cli_paper.c \
    %D%/cli_plot.c \
    %D%/cli_progress.c \
    %D%/cli_report.c \
    %D%/cli_run.c \
    %D%/cli_state.c \
    %D%/cli_store.c \
    %D%/cli_sweep.c \
    %D%/cli_table.c \
    %D%/digest.c \
    %D%/facts.c \
    %D%/file_tree.c \
    %D%/file_values.c \
    %D%/json_read.c \
    %D%/json_write.c \
    %D%/matrix.c \
    %D%/model_file.c \
    %D%/model_item.c \
    %D%/model_parts.c \
    %D%/paper_002.c \
    %D%/paper_002_charts.c \
    %D%/paper_002_spin.c \
    %D%/paper_003.c \
    %D%/paper_003_runs.c \
    %D%/paper_004.c \
    %D%/paper_004_runs.c \
    %D%/paper_table.c \
    %D%/plan.c \
    %D%/plan_entry.c \
    %D%/plan_problems.c \
    %D%/record.c \
    %D%/report.c \
    %D%/report_columns.c \
    %D%/report_csv.c \
    %D%/report_document.c \
    %D%/report_draw.c \
    %D%/report_errata.c \
    %D%/report_figures.c \
    %D%/report_files.c \
    %D%/report_html.c \
    %D%/report_latex.c \
    %D%/report_markup.c \
    %D%/report_matrix.c \
    %D%/report_papers.c \
    %D%/spec.c \
    %D%/study_invariant.c \
    %D%/study_map.c \
    %D%/study_order.c \
    %D%/study_step.c \
    %D%/store.c \
    %D%/store_read.c \
    %D%/store_schema.c \
    %D%/sweep.c \
    %D%/sweep_worker.c

# The build of the library: SHA-256 of its sources and headers, the reference solutions, the
# compiler and its flags.  Looked at by every make, written only where it differs.
BUILD_ID_FILES = $(libholonomy_la_SOURCES) $(libholonomy_la_SOURCES:.c=.h) \
    %D%/record.c reference/*.ref
BUILD_ID_FOLDERS = mechanics numerics methods problems
BUILT_SOURCES += %D%/build_id.inc
CLEANFILES += %D%/build_id.inc
%D%/build_id.inc: build-id-is-looked-at
	@$(MKDIR_P) %D% && id=`{ $(CC) --version | sed 1q && \
	    echo '$(CPPFLAGS) $(CFLAGS) $(HOL_CODE_CFLAGS)' && cd $(srcdir) && \
	    { ls $(BUILD_ID_FILES) 2>/dev/null; find $(BUILD_ID_FOLDERS) -name '*.h'; } | \
	    LC_ALL=C sort -u | xargs sha256sum; } | sha256sum | sed 's/ .*//'` && \
	{ grep -qs "$$id" $@ || \
	    { echo "  GEN      $@" && echo "\"$$id\"" > $@.new && mv $@.new $@; }; }
build-id-is-looked-at:

.PHONY: build-id-is-looked-at
