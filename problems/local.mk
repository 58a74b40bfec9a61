holonomyinclude_HEADERS += %D%/holonomy/problem.h
# Every file here exports hol_problem_<stem>.
PROBLEMS = \
    %D%/crank.c \
    %D%/double_spherical_pendulum.c \
    %D%/gyrostat.c \
    %D%/knife_edge.c \
    %D%/ladder.c \
    %D%/pendulum.c \
    %D%/quadrangle.c \
    %D%/rigid_body.c \
    %D%/top.c \
    %D%/triple_slider_crank.c

libholonomy_la_SOURCES += $(PROBLEMS) \
    %D%/printed.c \
    %D%/printed.h \
    %D%/registry.c \
    %D%/shelf.h

# Problems that are files of models: every NAME.yaml is the problem NAME.
modelsdir = $(pkgdatadir)/problems
dist_models_DATA = $(wildcard $(srcdir)/%D%/*.yaml)

# The build list is the registry: HOL_PROBLEM(rigid_body) for %D%/rigid_body.c, one a line.
BUILT_SOURCES += %D%/registry.inc
CLEANFILES += %D%/registry.inc
%D%/registry.inc: $(srcdir)/%D%/local.mk
	$(AM_V_GEN)$(MKDIR_P) %D% && for file in $(PROBLEMS); do \
	    echo "HOL_PROBLEM(`basename $$file .c`)"; done > $@.new && mv $@.new $@
