# Check programs, one per subject: the program %D%/test_x is made from %D%/test_x.c.  The longest
# first, for the last ones run alone.
CHECK_TESTS = \
    %D%/test_steps \
    %D%/test_references \
    %D%/test_tolerances \
    %D%/test_acceleration \
    %D%/test_certify \
    %D%/test_chart \
    %D%/test_coordinates \
    %D%/test_diagnostics \
    %D%/test_driven \
    %D%/test_driver \
    %D%/test_files \
    %D%/test_forces \
    %D%/test_formulations \
    %D%/test_invariants \
    %D%/test_jet \
    %D%/test_jet_model \
    %D%/test_joints \
    %D%/test_ladder \
    %D%/test_lie \
    %D%/test_linkages \
    %D%/test_model \
    %D%/test_model_file \
    %D%/test_model_mistakes \
    %D%/test_numerics \
    %D%/test_options \
    %D%/test_orders \
    %D%/test_paper_000 \
    %D%/test_paper_001 \
    %D%/test_paper_002 \
    %D%/test_paper_003 \
    %D%/test_paper_004 \
    %D%/test_plan \
    %D%/test_plan_mistakes \
    %D%/test_problems \
    %D%/test_rank \
    %D%/test_saddle \
    %D%/test_singular \
    %D%/test_so3 \
    %D%/test_spec \
    %D%/test_spook \
    %D%/test_spook_motion \
    %D%/test_store \
    %D%/test_sweep \
    %D%/test_tables \
    %D%/test_tangent \
    %D%/test_theorems \
    %D%/test_units \
    %D%/test_whiplash

# End-to-end tests: shell scripts that find the program in $HOLONOMY and the tree in $srcdir.
# The longest first.
SHELL_TESTS = %D%/report.sh %D%/cli.sh %D%/docs.sh %D%/sweep.sh %D%/manual.sh

# What several Check programs share, and the problems that only tests use.
libtest_a_SOURCES = \
    %D%/claims.c \
    %D%/generic.c \
    %D%/generic_case.c \
    %D%/probes/driven_point.c \
    %D%/probes/four_bar.c \
    %D%/probes/planar_well.c \
    %D%/probes/slider_crank.c \
    %D%/probes/torque_revolute.c

# Floors of `holonomy bench`: one method on one problem by hand, linked into the program.
FLOORS = \
    %D%/bench/floors.c \
    %D%/bench/shake_pendulum.c \
    %D%/bench/spook_ladder.c
libharness_a_SOURCES += $(FLOORS)

# The cost of jet-dop853 beside GSL's rk8pd, part of `make bench`.
EXTRA_PROGRAMS = %D%/bench/against_gsl
tests_bench_against_gsl_LDADD = libharness.a libholonomy.la $(HARNESS_LIBS) $(GSL_LIBS)

EXTRA_DIST += %D%/run.sh %D%/verdict.sh %D%/fresh.sh %D%/figures.js $(SHELL_TESTS) $(wildcard $(srcdir)/%D%/mutants/*)
CLEANFILES += %D%/summary

if HAVE_CHECK
check_LIBRARIES += libtest.a
check_PROGRAMS = $(CHECK_TESTS)
LDADD = libtest.a libharness.a libholonomy.la $(HARNESS_LIBS) $(CHECK_LIBS)
endif

TEST_ENVIRONMENT = HOLONOMY=$(abs_top_builddir)/holonomy$(EXEEXT) \
    srcdir=$(abs_top_srcdir) builddir=$(abs_top_builddir) CC='$(CC)'

# How a test compiles one file more and links it in place of what the libraries have.
LINK_TESTS = check-local check-docs check-mutants
$(LINK_TESTS): export HOL_COMPILE = $(COMPILE)
$(LINK_TESTS): export HOL_LIBS = $(AM_CFLAGS) $(CFLAGS) $(libholonomy_la_LIBADD) $(HARNESS_LIBS) $(CHECK_LIBS) $(LDFLAGS) $(LIBS)

# A test compares a short run of each maker of references with the shipped file.
check-local: reference-build
if HAVE_CHECK
	@$(TEST_ENVIRONMENT) sh $(srcdir)/%D%/run.sh $(SHELL_TESTS) $(CHECK_TESTS)
else
	@echo 'check: the library Check is missing; apt-get install check, then ./configure' >&2; exit 1
endif

# The same tests over the whole grid; they read HOL_LONG.
check-long:
	@HOL_LONG=1 $(MAKE) $(AM_MAKEFLAGS) check

# The installed program with the installed references, from outside.
installcheck-local:
	@HOLONOMY=$(DESTDIR)$(bindir)/holonomy$(EXEEXT) srcdir=$(abs_top_srcdir) \
	    HOLONOMY_REFERENCE=$(DESTDIR)$(pkgdatadir)/reference sh $(srcdir)/%D%/cli.sh

# Plants errors in copies of the sources; each must turn the suite red.
check-mutants: all
	@$(MAKE) -s $(AM_MAKEFLAGS) $(check_LIBRARIES) $(check_PROGRAMS)
	@$(TEST_ENVIRONMENT) sh $(srcdir)/%D%/mutants/run.sh $(CHECK_TESTS) $(SHELL_TESTS)

# The pages alone.
check-docs: all
	@$(TEST_ENVIRONMENT) sh $(srcdir)/%D%/docs.sh

# Compiles all there is to compile and runs nothing.
# After `all`, not beside it: two makes must not build the same objects at once.
check-build: all
	@$(MAKE) $(AM_MAKEFLAGS) $(check_LIBRARIES) $(check_PROGRAMS) %D%/bench/against_gsl$(EXEEXT) \
	    reference-build

# Both commands of README.md on a bare Debian 12, of what is committed; needs root and debootstrap.
check-fresh:
	@sh $(srcdir)/%D%/fresh.sh

bench: all
	@./holonomy$(EXEEXT) bench
	@$(MAKE) -s $(AM_MAKEFLAGS) %D%/bench/against_gsl$(EXEEXT)
	@OPENBLAS_NUM_THREADS=1 %D%/bench/against_gsl$(EXEEXT)

# The table by size, of a program compiled for this machine alone.
NATIVE_FILES = $(filter %.c,$(holonomy_SOURCES) $(libharness_a_SOURCES) \
    $(libholonomy_la_SOURCES))
bench-native: all
	@$(MKDIR_P) native && $(COMPILE) -march=native -DHOL_MORE_CFLAGS='" -march=native"' \
	    -o native/holonomy $(addprefix $(srcdir)/,$(NATIVE_FILES)) \
	    $(libholonomy_la_LIBADD) $(HARNESS_LIBS) $(LIBS)
	@native/holonomy bench --table ladder

.PHONY: check-long check-docs check-mutants check-build check-fresh bench bench-native
