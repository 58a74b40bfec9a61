include_HEADERS = %D%/holonomy.h
holonomyinclude_HEADERS += \
    %D%/model/holonomy/model_file.h \
    %D%/run/holonomy/advance.h \
    %D%/run/holonomy/diagnostics.h \
    %D%/run/holonomy/experiment.h \
    %D%/run/holonomy/plugin.h \
    %D%/run/holonomy/reference.h \
    %D%/run/holonomy/run.h \
    %D%/run/holonomy/sample.h \
    %D%/study/holonomy/certify.h
# Two programs of one main: bin/holonomy, which is installed, reads the data it is installed with
# and none else; ./holonomy, which runs in the build tree, those of the source tree.
bin_PROGRAMS = bin/holonomy
noinst_PROGRAMS = holonomy
bin_holonomy_SOURCES = %D%/cli/main.c
holonomy_SOURCES = %D%/cli/main.c
holonomy_CPPFLAGS = $(AM_CPPFLAGS) -DHOL_SRCDIR='"$(abs_top_srcdir)"'
# What the program needs beside the library.
HARNESS_LIBS = $(NETTLE_LIBS) $(SQLITE_LIBS)
# A plug-in finds the library in the program that loads it: each exports what the headers declare,
# also what it has no use for.
EXPORT_LIBRARY = -Wl,--export-dynamic -Wl,-u,hol_reactions
bin_holonomy_LDFLAGS = $(AM_LDFLAGS) $(EXPORT_LIBRARY)
holonomy_LDFLAGS = $(AM_LDFLAGS) $(EXPORT_LIBRARY)
bin_holonomy_LDADD = libharness.a libholonomy.la $(HARNESS_LIBS)
holonomy_LDADD = libharness.a libholonomy.la $(HARNESS_LIBS)

# In the library: the driver, the diagnostics, the readers of references and of models.
libholonomy_la_SOURCES += \
    %D%/model/file_tree.c \
    %D%/model/file_values.c \
    %D%/model/model_file.c \
    %D%/model/model_forces.c \
    %D%/model/model_item.c \
    %D%/model/model_parameters.c \
    %D%/model/model_parameters.h \
    %D%/model/model_parts.c \
    %D%/model/model_tables.c \
    %D%/model/model_start.c \
    %D%/model/model_start.h \
    %D%/model/model_value.c \
    %D%/model/shelf.c \
    %D%/model/shelf.h \
    %D%/run/advance.c \
    %D%/run/balance.c \
    %D%/run/balance.h \
    %D%/run/diagnostics.c \
    %D%/run/drift.c \
    %D%/run/experiment.c \
    %D%/run/deriver.c \
    %D%/run/deriver_mexax.c \
    %D%/run/deriver_series.c \
    %D%/run/look.c \
    %D%/run/measures.c \
    %D%/run/names.c \
    %D%/run/other_rows.c \
    %D%/run/other_rows.h \
    %D%/run/plugin.c \
    %D%/run/plugin_check.c \
    %D%/run/prepare.c \
    %D%/run/reference.c \
    %D%/run/reference_find.c \
    %D%/run/reference_key.c \
    %D%/run/rhythm.c \
    %D%/run/run.c \
    %D%/run/sample.c \
    %D%/run/singular.c \
    %D%/run/start.c \
    %D%/study/bench.c \
    %D%/study/certify.c \
    %D%/study/study_estimate.c \
    %D%/study/study_invariant.c \
    %D%/study/study_map.c \
    %D%/study/study_order.c \
    %D%/study/study_slope.c \
    %D%/study/study_step.c

# The program, all but main(), so that tests can use it.
noinst_LIBRARIES += libharness.a
libharness_a_SOURCES = \
    base/table.c \
    base/table_markup.c \
    base/table_read.c \
    %D%/cli/cli_assemble.c \
    %D%/cli/cli_bench.c \
    %D%/cli/cli_bench_ladder.c \
    %D%/cli/cli_bench_sheet.c \
    %D%/cli/cli_bench_system.c \
    %D%/cli/cli_bundle.c \
    %D%/cli/cli_bundle_crate.c \
    %D%/cli/cli_certify.c \
    %D%/cli/cli_choose.c \
    %D%/cli/cli_columns.c \
    %D%/cli/cli_common.c \
    %D%/cli/cli_compare.c \
    %D%/cli/cli_compare_methods.c \
    %D%/cli/cli_compare_records.c \
    %D%/cli/cli_convert.c \
    %D%/cli/cli_derive.c \
    %D%/cli/cli_errata.c \
    %D%/cli/cli_explain.c \
    %D%/cli/cli_export.c \
    %D%/cli/cli_fits.c \
    %D%/cli/cli_info.c \
    %D%/cli/cli_json.c \
    %D%/cli/cli_judge.c \
    %D%/cli/cli_judge_show.c \
    %D%/cli/cli_linearise.c \
    %D%/cli/cli_list.c \
    %D%/cli/cli_merge.c \
    %D%/cli/cli_new.c \
    %D%/cli/cli_options.c \
    %D%/cli/cli_paper.c \
    %D%/cli/cli_parts.c \
    %D%/cli/cli_plot.c \
    %D%/cli/cli_plot_data.c \
    %D%/cli/cli_plot_motion.c \
    %D%/cli/cli_plugins.c \
    %D%/cli/cli_progress.c \
    %D%/cli/cli_signals.c \
    %D%/cli/cli_size.c \
    %D%/cli/cli_reference.c \
    %D%/cli/cli_report.c \
    %D%/cli/cli_run.c \
    %D%/cli/cli_state.c \
    %D%/cli/cli_store.c \
    %D%/cli/cli_submit.c \
    %D%/cli/cli_submit_jobs.c \
    %D%/cli/cli_sweep.c \
    %D%/cli/cli_table.c \
    %D%/cli/cli_terminal.c \
    %D%/papers/paper_000.c \
    %D%/papers/paper_000_algorithms.c \
    %D%/papers/paper_000_energies.c \
    %D%/papers/paper_000_findings.c \
    %D%/papers/paper_000_geodesics.c \
    %D%/papers/paper_000_planar.c \
    %D%/papers/paper_000_runs.c \
    %D%/papers/paper_000_series.c \
    %D%/papers/paper_001.c \
    %D%/papers/paper_001_cost.c \
    %D%/papers/paper_001_counts.c \
    %D%/papers/paper_001_curved.c \
    %D%/papers/paper_001_ledger.c \
    %D%/papers/paper_001_motion.c \
    %D%/papers/paper_001_penalty.c \
    %D%/papers/paper_001_ratios.c \
    %D%/papers/paper_001_regularised.c \
    %D%/papers/paper_001_runs.c \
    %D%/papers/paper_001_steps.c \
    %D%/papers/paper_001_theorem.c \
    %D%/papers/paper_001_whiplash.c \
    %D%/papers/paper_002.c \
    %D%/papers/paper_002_charts.c \
    %D%/papers/paper_002_components.c \
    %D%/papers/paper_002_driven.c \
    %D%/papers/paper_002_findings.c \
    %D%/papers/paper_002_motions.c \
    %D%/papers/paper_002_sliders.c \
    %D%/papers/paper_002_spin.c \
    %D%/papers/paper_003.c \
    %D%/papers/paper_003_findings.c \
    %D%/papers/paper_003_runs.c \
    %D%/papers/paper_003_start.c \
    %D%/papers/paper_003_theory.c \
    %D%/papers/paper_003_variants.c \
    %D%/papers/paper_003_wishes.c \
    %D%/papers/paper_004.c \
    %D%/papers/paper_004_orders.c \
    %D%/papers/paper_004_stabilisation.c \
    %D%/papers/paper_004_variants.c \
    %D%/papers/paper_004_work.c \
    %D%/papers/paper_004_written.c \
    %D%/papers/paper_chapter.c \
    %D%/papers/paper_rule.c \
    %D%/papers/paper_run.c \
    %D%/papers/paper_section.c \
    %D%/papers/paper_table.c \
    %D%/papers/paper_table_show.c \
    %D%/papers/paper_word.c \
    %D%/papers/paper_workers.c \
    %D%/plan/certify_sweep.c \
    %D%/plan/deal.c \
    %D%/plan/forecast.c \
    %D%/plan/ladder.c \
    %D%/plan/plan.c \
    %D%/plan/plan_entry.c \
    %D%/plan/plan_problems.c \
    %D%/plan/plan_take.c \
    %D%/plan/shard.c \
    %D%/plan/sweep.c \
    %D%/plan/workers.c \
    %D%/report/report.c \
    %D%/report/report_certificates.c \
    %D%/report/report_choice.c \
    %D%/report/report_colours.c \
    %D%/report/report_columns.c \
    %D%/report/report_csv.c \
    %D%/report/report_document.c \
    %D%/report/report_draw.c \
    %D%/report/report_energy.c \
    %D%/report/report_errata.c \
    %D%/report/report_fairness.c \
    %D%/report/report_fastest.c \
    %D%/report/report_figures.c \
    %D%/report/report_files.c \
    %D%/report/report_findings.c \
    %D%/report/report_frame.c \
    %D%/report/report_front.c \
    %D%/report/report_html.c \
    %D%/report/report_ladder.c \
    %D%/report/report_latex.c \
    %D%/report/report_machines.c \
    %D%/report/report_markup.c \
    %D%/report/report_matrix.c \
    %D%/report/report_measures.c \
    %D%/report/report_method.c \
    %D%/report/report_motion.c \
    %D%/report/report_motion.h \
    %D%/report/report_pages.c \
    %D%/report/report_panels.c \
    %D%/report/report_problem.c \
    %D%/report/report_profiles.c \
    %D%/report/report_rank.c \
    %D%/report/report_reach.c \
    %D%/report/report_scale.c \
    %D%/report/report_series.c \
    %D%/report/report_site.c \
    %D%/report/report_sketch.c \
    %D%/report/report_sketch.h \
    %D%/report/report_standing.c \
    %D%/report/report_svg.c \
    %D%/store/core.c \
    %D%/store/facts.c \
    %D%/store/record.c \
    %D%/store/spec.c \
    %D%/store/store.c \
    %D%/store/store_certificates.c \
    %D%/store/store_read.c \
    %D%/store/store_schema.c \
    %D%/store/store_settle.c \
    %D%/store/store_take.c \
    %D%/store/store_views.c \
    %D%/study/agree.c \
    %D%/study/allocations.c \
    %D%/study/choose.c \
    %D%/study/convert.c \
    %D%/study/convert_mjcf.c \
    %D%/study/convert_sdf.c \
    %D%/study/convert_urdf.c \
    %D%/study/derive.c \
    %D%/study/derive_agree.c \
    %D%/study/derive_keep.c \
    %D%/study/derive_write.c \
    %D%/study/judge.c \
    %D%/study/judge_suspects.c \
    %D%/study/judge_tests.c \
    %D%/study/known_values.c \
    %D%/study/motion_file.c \
    %D%/study/motion_reading.c \
    %D%/study/published.c \
    %D%/study/published_line.c \
    %D%/study/quad_text.c \
    %D%/study/floors/em_pendulum.c \
    %D%/study/floors/floors.c \
    %D%/study/floors/gena_top.c \
    %D%/study/floors/jet_bar.c \
    %D%/study/floors/mk4.c \
    %D%/study/floors/rattle_bar.c \
    %D%/study/floors/shake_pendulum.c \
    %D%/study/floors/spook_ladder.c \
    %D%/study/floors/tangent_top.c

# The build of the library: SHA-256 of its sources and headers, of what makes records and
# certificates, the reference solutions, the compiler and its flags.  Looked at by every make,
# written only where it differs.  WHERE_FLAGS only name the folder that is built in.
WHERE_FLAGS = -ffile-prefix-map=% -fdebug-prefix-map=% -fmacro-prefix-map=%
BUILD_ID_FILES = $(libholonomy_la_SOURCES) $(libholonomy_la_SOURCES:.c=.h) \
    %D%/store/record.c %D%/study/*.c reference/*.ref
BUILD_ID_FOLDERS = base mechanics numerics methods problems
BUILT_SOURCES += %D%/store/build_id.inc
CLEANFILES += %D%/store/build_id.inc
%D%/store/build_id.inc: build-id-is-looked-at
	@$(MKDIR_P) %D%/store && id=`{ $(CC) --version | sed 1q && \
	    echo '$(CPPFLAGS) $(filter-out $(WHERE_FLAGS),$(CFLAGS)) $(HOL_CODE_CFLAGS)' && cd $(srcdir) && \
	    { ls $(BUILD_ID_FILES) 2>/dev/null; find $(BUILD_ID_FOLDERS) -name '*.h'; } | \
	    LC_ALL=C sort -u | xargs sha256sum; } | sha256sum | sed 's/ .*//'` && \
	{ grep -qs "$$id" $@ || \
	    { echo "  GEN      $@" && echo "\"$$id\"" > $@.new && mv $@.new $@; }; }
build-id-is-looked-at:

.PHONY: build-id-is-looked-at
