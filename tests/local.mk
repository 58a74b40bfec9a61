# Check programs, one per subject: the program %D%/test_x is made from %D%/test_x.c.  The longest
# first, for the last ones run alone.
CHECK_TESTS = \
    %D%/harness/test_paper_000 \
    %D%/methods/test_steps \
    %D%/harness/test_paper_001 \
    %D%/harness/test_certify \
    %D%/problems/test_remade \
    %D%/harness/test_choose \
    %D%/problems/test_references \
    %D%/methods/test_tolerances \
    %D%/mechanics/test_acceleration \
    %D%/mechanics/test_assemble \
    %D%/mechanics/test_assemble_refusals \
    %D%/harness/test_balance \
    %D%/harness/test_colours \
    %D%/mechanics/test_bushing \
    %D%/methods/test_chart \
    %D%/mechanics/test_bicycle \
    %D%/harness/test_convert \
    %D%/mechanics/test_connections \
    %D%/mechanics/test_coordinates \
    %D%/problems/test_derived \
    %D%/problems/test_derivers \
    %D%/harness/test_diagnostics \
    %D%/mechanics/test_driven \
    %D%/harness/test_drift \
    %D%/harness/test_driver \
    %D%/mechanics/test_drives \
    %D%/numerics/test_expression \
    %D%/harness/test_fastest \
    %D%/base/test_files \
    %D%/harness/test_floors \
    %D%/harness/test_forecast \
    %D%/fuzz/test_found \
    %D%/mechanics/test_forces \
    %D%/mechanics/test_inertia \
    %D%/mechanics/test_formulations \
    %D%/methods/test_em \
    %D%/methods/test_increments \
    %D%/methods/test_ends \
    %D%/methods/test_invariants \
    %D%/methods/test_jet \
    %D%/methods/test_jet_model \
    %D%/mechanics/test_joint_coordinates \
    %D%/harness/test_judge \
    %D%/harness/test_judge_mistakes \
    %D%/mechanics/test_joints \
    %D%/mechanics/test_linearise \
    %D%/problems/test_ladder \
    %D%/methods/test_lie \
    %D%/methods/test_lobatto \
    %D%/problems/test_linkages \
    %D%/mechanics/test_model \
    %D%/problems/test_driven_crank \
    %D%/problems/test_motor_crank \
    %D%/mechanics/test_motors \
    %D%/harness/test_lives \
    %D%/base/test_locale \
    %D%/harness/test_model_file \
    %D%/harness/test_model_mistakes \
    %D%/harness/test_model_motor \
    %D%/harness/test_model_tables \
    %D%/numerics/test_no_memory \
    %D%/numerics/test_numerics \
    %D%/base/test_options \
    %D%/methods/test_adaptive \
    %D%/methods/test_ali3p \
    %D%/methods/test_ggl \
    %D%/methods/test_mexax \
    %D%/methods/test_multistep \
    %D%/methods/test_nonholonomic \
    %D%/methods/test_orders \
    %D%/harness/test_paper_002 \
    %D%/harness/test_paper_003 \
    %D%/harness/test_paper_004 \
    %D%/harness/test_paper_fails \
    %D%/harness/test_paper_rules \
    %D%/harness/test_plan \
    %D%/harness/test_plan_mistakes \
    %D%/harness/test_plugin_check \
    %D%/problems/test_problems \
    %D%/methods/test_radau \
    %D%/mechanics/test_rank \
    %D%/harness/test_published \
    %D%/harness/test_readings \
    %D%/harness/test_report \
    %D%/problems/test_rolling \
    %D%/problems/test_rolling_mistakes \
    %D%/numerics/test_saddle \
    %D%/numerics/test_saddle_rank \
    %D%/mechanics/test_series \
    %D%/mechanics/test_steady \
    %D%/harness/test_redundant \
    %D%/harness/test_scale \
    %D%/harness/test_shelf \
    %D%/harness/test_singular \
    %D%/harness/test_soak \
    %D%/harness/test_sketch \
    %D%/numerics/test_so3 \
    %D%/harness/test_spec \
    %D%/methods/test_soft \
    %D%/methods/test_spook \
    %D%/methods/test_spook_motion \
    %D%/harness/test_store \
    %D%/harness/test_store_refused \
    %D%/harness/test_commands_refused \
    %D%/harness/test_sweep \
    %D%/numerics/test_spline \
    %D%/numerics/test_tables \
    %D%/methods/test_tangent \
    %D%/methods/test_taylor \
    %D%/methods/test_theorems \
    %D%/methods/test_threads \
    %D%/mechanics/test_units \
    %D%/mechanics/test_variation \
    %D%/methods/test_whiplash \
    %D%/harness/test_wrong

# End-to-end tests: shell scripts that find the program in $HOLONOMY and the tree in $srcdir.
# The longest first.
SHELL_TESTS = %D%/harness/report.sh %D%/harness/report_again.sh %D%/harness/cli.sh %D%/harness/page.sh %D%/harness/cli_width.sh %D%/harness/docs.sh %D%/harness/contributed.sh %D%/harness/plugin.sh %D%/harness/python.sh %D%/harness/reference.sh %D%/harness/judge.sh %D%/harness/convert.sh %D%/harness/sweep.sh %D%/harness/shards.sh %D%/harness/bundle.sh \
    %D%/harness/manual.sh %D%/layers.sh %D%/harness/data.sh %D%/harness/hostile.sh %D%/harness/broken.sh %D%/harness/abi.sh %D%/harness/baselines.sh

# What several Check programs share, and the problems that only tests use.
libtest_a_SOURCES = \
    %D%/claims.c \
    %D%/findings.c \
    %D%/tried.c \
    %D%/ways.c \
    %D%/generic.c \
    %D%/generic_case.c \
    %D%/fuzz/targets.c \
    %D%/probes/driven_point.c \
    %D%/probes/four_bar.c \
    %D%/probes/planar_well.c \
    %D%/probes/slider_crank.c \
    %D%/probes/torque_revolute.c

# The cost of jet-dop853 beside GSL's rk8pd, part of `make bench`.
EXTRA_PROGRAMS = %D%/bench/against_gsl
tests_bench_against_gsl_LDADD = libharness.a libholonomy.la $(HARNESS_LIBS) $(GSL_LIBS)

# The paths of the saddle-point solve beside each other and beside CHOLMOD: the tables of
# docs/solve.md.
EXTRA_PROGRAMS += %D%/bench/saddle
tests_bench_saddle_SOURCES = %D%/bench/saddle.c %D%/bench/bench_cholmod.c
tests_bench_saddle_LDADD = libharness.a libholonomy.la $(HARNESS_LIBS) -lcholmod

EXTRA_DIST += %D%/README.md $(wildcard $(srcdir)/%D%/harness/*.sql) $(wildcard $(srcdir)/%D%/harness/wrong/*.txt) $(wildcard $(srcdir)/%D%/harness/own/*.yaml) %D%/harness/plugin.c $(wildcard $(srcdir)/%D%/harness/findings/*.tsv) %D%/run.sh %D%/verdict.sh %D%/harness/report_rig.sh %D%/bare.sh %D%/fresh.sh %D%/deb.sh %D%/release.sh $(wildcard $(srcdir)/%D%/release/*.abi) %D%/cluster.sh %D%/harness/figures.js %D%/harness/page.js $(SHELL_TESTS) $(wildcard $(srcdir)/%D%/mutants/*)
CLEANFILES += %D%/summary

if HAVE_CHECK
check_LIBRARIES += libtest.a
check_PROGRAMS = $(CHECK_TESTS)
LDADD = libtest.a libharness.a libholonomy.la $(HARNESS_LIBS) $(CHECK_LIBS)
endif

# What test_paper_fails puts itself in the place of.
PAPER_CALLS = hol_experiment_open hol_experiment_named hol_run hol_advance_run hol_start hol_restart hol_step hol_paper_write hol_paper_write_sheet
PAPER_FLAGS = $(PAPER_CALLS:%=-Wl,--wrap=%)
tests_harness_test_paper_fails_LDFLAGS = $(AM_LDFLAGS) $(PAPER_FLAGS)

TEST_ENVIRONMENT = HOLONOMY=$(abs_top_builddir)/holonomy$(EXEEXT) \
    srcdir=$(abs_top_srcdir) builddir=$(abs_top_builddir) CC='$(CC)' \
    HOLONOMY_DATA=$(abs_top_srcdir) HOLONOMY_CACHE=$(abs_top_builddir)/tests/cache \
    pkgdatadir='$(pkgdatadir)' HOL_REFERENCE_PROGRAMS=@REFERENCE_PROGRAMS@

# How a test compiles one file more and links it in place of what the libraries have.
LINK_TESTS = check-local check-docs check-mutants
$(LINK_TESTS): export HOL_COMPILE = $(COMPILE)
$(LINK_TESTS): export HOL_FLAGS_test_paper_fails = $(PAPER_FLAGS)
$(LINK_TESTS): export HOL_LIBS = $(AM_CFLAGS) $(CFLAGS) $(libholonomy_la_LIBADD) $(HARNESS_LIBS) $(CHECK_LIBS) $(EXPORT_LIBRARY) $(LDFLAGS) $(LIBS)

# A test compares a short run of each maker of references with the shipped file.
check-local: reference-build
if HAVE_CHECK
	@$(TEST_ENVIRONMENT) sh $(srcdir)/%D%/run.sh $(SHELL_TESTS) $(CHECK_TESTS)
else
	@echo 'check: the library Check is missing; apt-get install check, then ./configure' >&2; exit 1
endif

# The whole grid with no limit of time, the planted errors, all faults, valgrind, both compilers' sanitizers
# and bits.
check-all:
	@HOL_TEST_TIMEOUT=0 CK_DEFAULT_TIMEOUT=0 $(MAKE) $(AM_MAKEFLAGS) check-long HOL_LONG=all && \
	    $(MAKE) $(AM_MAKEFLAGS) check-mutants && $(MAKE) $(AM_MAKEFLAGS) check-deb && \
	    HOL_LONG=1 $(MAKE) $(AM_MAKEFLAGS) check-faults && $(MAKE) $(AM_MAKEFLAGS) check-valgrind && \
	    $(MAKE) $(AM_MAKEFLAGS) check-sanitized && $(MAKE) $(AM_MAKEFLAGS) check-compilers

# The tests over the whole grid: those that read HOL_LONG, themselves or by the lists of claims.h and
# ways.h; every other one does no more than in `make check`.
LONG_TESTS = $(shell cd $(srcdir) && grep -lE 'HOL_LONG|hol_long|hol_add_some|claims\.h|ways\.h' $(SHELL_TESTS) \
    $(addsuffix .c,$(CHECK_TESTS)) | sed 's/\.c$$//')
check-long:
	@HOL_LONG=$(or $(HOL_LONG),1) $(MAKE) $(AM_MAKEFLAGS) check TESTS='$(or $(TESTS),$(LONG_TESTS))'

# The installed program with the installed data, from outside.
installcheck-local:
	@HOLONOMY=$(DESTDIR)$(bindir)/holonomy$(EXEEXT) srcdir=$(abs_top_srcdir) \
	    $(if $(DESTDIR),HOLONOMY_DATA='$(DESTDIR)$(pkgdatadir)') sh $(srcdir)/%D%/harness/cli.sh

# Plants errors in copies of the sources; each must turn the suite red.
check-mutants: all reference-build
	@$(MAKE) -s $(AM_MAKEFLAGS) $(check_LIBRARIES) $(check_PROGRAMS)
	@$(TEST_ENVIRONMENT) sh $(srcdir)/%D%/mutants/run.sh $(CHECK_TESTS) $(SHELL_TESTS)

# Strange bytes for all that reads a file; a build of clang's, for a minute each or FUZZ_SECONDS.
if FUZZING
EXTRA_PROGRAMS += %D%/fuzz/fuzz
tests_fuzz_fuzz_SOURCES = %D%/fuzz/fuzz.c %D%/fuzz/pieces.c %D%/fuzz/targets.c
tests_fuzz_fuzz_LDFLAGS = -static -fsanitize=fuzzer,address,undefined
tests_fuzz_fuzz_LDADD = libharness.a libholonomy.la $(HARNESS_LIBS)
check-fuzz: all
	@$(MAKE) -s $(AM_MAKEFLAGS) %D%/fuzz/fuzz$(EXEEXT)
	@$(TEST_ENVIRONMENT) FUZZ_SECONDS='$(FUZZ_SECONDS)' sh $(srcdir)/%D%/fuzz/run.sh $(FUZZ_TARGETS)
else
check-fuzz:
	@echo 'check-fuzz: this build has no fuzzer: ./configure CC=clang --enable-fuzzing' >&2; exit 1
endif

# Which lines and branches the tests go through, by folder.
if COVERAGE
libharness_a_SOURCES += %D%/coverage.c
coverage: all
	@find . -name '*.gcda' -exec rm -f {} +
	@$(MAKE) $(AM_MAKEFLAGS) $(or $(COVERAGE_OF),check)
	@srcdir=$(srcdir) sh $(srcdir)/%D%/coverage.sh
else
coverage:
	@echo 'coverage: this build does not count: ./configure --enable-coverage --disable-shared' >&2; exit 1
endif

# Calls that fail, kills, full disks, of the program from outside: some; all where HOL_LONG is set, with
# PLACES=all an allocation from each place.
# KILLS=1000 kills so many writers and so many workers; FAULTS='kills power' tries only these parts.
FAULTS_SHIM = $(CC) -std=gnu11 -O1 -I$(srcdir) -shared -fPIC -o
check-faults: all
	@$(MKDIR_P) tests/logs && $(FAULTS_SHIM) tests/logs/shim.so $(srcdir)/%D%/faults/shim.c -ldl && \
	    $(FAULTS_SHIM) tests/logs/write_log.so $(srcdir)/%D%/faults/write_log.c -ldl && \
	    $(CC) -std=c11 -O1 -I$(srcdir) $(SQLITE_CFLAGS) -o tests/logs/power $(srcdir)/%D%/faults/power.c $(SQLITE_LIBS)
	@$(TEST_ENVIRONMENT) SHIM=$(abs_top_builddir)/tests/logs/shim.so WRITE_LOG=$(abs_top_builddir)/tests/logs/write_log.so \
	    POWER=$(abs_top_builddir)/tests/logs/power KILLS='$(KILLS)' FAULTS='$(FAULTS)' PLACES='$(PLACES)' ALLOCATIONS='$(ALLOCATIONS)' sh $(srcdir)/%D%/faults/run.sh

# Ten commands under valgrind.
check-valgrind: all
	@$(TEST_ENVIRONMENT) sh $(srcdir)/%D%/valgrind.sh

# The suite, but what needs hours, under each compiler's AddressSanitizer and UBSan, from a tarball.
check-sanitized: dist
	@sh $(srcdir)/%D%/sanitized.sh $(distdir).tar.gz $(or $(SANITIZED),gcc clang)

# The bits of every method, problem and formulation by other compilers and optimisations than the first.
check-compilers: dist
	@sh $(srcdir)/%D%/compilers.sh $(distdir).tar.gz $(or $(BUILDS),gcc:-O2 gcc:-O0 gcc:-O3 clang:-O2)

# Two threads on one system under ThreadSanitizer; of the libraries that are not compiled with it,
# BLAS among them, only the calls of malloc and of threads are seen.
THREADS_FILES = %D%/methods/test_threads.c $(filter %.c,$(libholonomy_la_SOURCES))
check-threads: all
	@$(MKDIR_P) sanitized && $(COMPILE) -O1 -fsanitize=thread -o sanitized/test_threads \
	    $(addprefix $(srcdir)/,$(THREADS_FILES)) $(CHECK_LIBS) $(libholonomy_la_LIBADD) $(LIBS)
	@$(TEST_ENVIRONMENT) CK_FORK=no OPENBLAS_NUM_THREADS=1 TSAN_OPTIONS=exitcode=1 \
	    sanitized/test_threads

# The pages alone.
check-docs: all
	@$(TEST_ENVIRONMENT) sh $(srcdir)/%D%/harness/docs.sh

# What includes what.
check-layers:
	@$(TEST_ENVIRONMENT) sh $(srcdir)/%D%/layers.sh

# Compiles all there is to compile and runs nothing.
# After `all`, not beside it: two makes must not build the same objects at once.
check-build: all
	@$(MAKE) $(AM_MAKEFLAGS) $(check_LIBRARIES) $(check_PROGRAMS) %D%/bench/against_gsl$(EXEEXT) \
	    %D%/bench/saddle$(EXEEXT) reference-build

# Both commands of README.md on a bare Debian 12, of what is committed; needs root and debootstrap.
check-fresh:
	@sh $(srcdir)/%D%/fresh.sh

# The Debian packages: the same bytes from two folders; on a bare Debian 12 installed, used and purged;
# needs root, debootstrap and debhelper.
check-deb: dist
	@sh $(srcdir)/debian/build.sh $(distdir).tar.gz deb && sh $(srcdir)/%D%/deb.sh deb $(distdir).tar.gz; \
	    status=$$?; test $$status -eq 77 || exit $$status

# Whether the last commit may be released; needs git and abigail-tools.
release-check: all
	@$(TEST_ENVIRONMENT) sh $(srcdir)/%D%/release.sh

# The ABI of what the public headers declare, without a place of this machine.
abi-dump: all
	@rm -rf %D%/logs/headers && $(MKDIR_P) %D%/logs/headers
	@cp $(addprefix $(srcdir)/,$(include_HEADERS) $(holonomyinclude_HEADERS)) %D%/logs/headers
	@abidw --no-corpus-path --no-comp-dir-path --no-show-locs --drop-private-types --drop-undefined-syms \
	    --headers-dir %D%/logs/headers .libs/libholonomy.so >%D%/logs/now.abi
# At a release: what the next one is compared with.
release-abi: abi-dump
	cp %D%/logs/now.abi $(srcdir)/%D%/release/$(PACKAGE_VERSION).abi

# A plan on a Slurm of this machine's own; needs root, and Debian's munge, slurmctld and slurmd.
check-cluster: all
	@$(TEST_ENVIRONMENT) sh $(srcdir)/%D%/cluster.sh

bench: all
	@./holonomy$(EXEEXT) bench
	@$(MAKE) -s $(AM_MAKEFLAGS) %D%/bench/against_gsl$(EXEEXT)
	@OPENBLAS_NUM_THREADS=1 %D%/bench/against_gsl$(EXEEXT)

bench-saddle: all
	@$(MAKE) -s $(AM_MAKEFLAGS) %D%/bench/saddle$(EXEEXT)
	@OPENBLAS_NUM_THREADS=1 %D%/bench/saddle$(EXEEXT)

# The table by size, of a program compiled for this machine alone.
NATIVE_FILES = $(filter %.c,$(holonomy_SOURCES) $(libharness_a_SOURCES) \
    $(libholonomy_la_SOURCES))
bench-native: all
	@$(MKDIR_P) native && $(COMPILE) -march=native -DHOL_MORE_CFLAGS='" -march=native"' \
	    -o native/holonomy $(addprefix $(srcdir)/,$(NATIVE_FILES)) \
	    $(libholonomy_la_LIBADD) $(HARNESS_LIBS) $(LIBS)
	@native/holonomy bench --table ladder

EXTRA_DIST += $(addprefix %D%/,fuzz/fuzz.c fuzz/pieces.c fuzz/run.sh fuzz/yaml.dict coverage.sh coverage.c valgrind.sh sanitized.sh compilers.sh faults/shim.c faults/write_log.c faults/power.c faults/run.sh) $(wildcard $(srcdir)/%D%/fuzz/found/*/*)

.PHONY: coverage check-all check-faults check-valgrind check-sanitized check-compilers check-fuzz check-long check-docs check-layers check-threads check-mutants check-build check-fresh check-deb release-check abi-dump release-abi check-cluster bench \
    bench-saddle bench-native
