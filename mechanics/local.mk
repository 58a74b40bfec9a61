include_HEADERS = %D%/holonomy.h
# What holonomy.h includes; installed in a folder of its own beside it.
holonomyincludedir = $(includedir)/holonomy
holonomyinclude_HEADERS = \
    %D%/holonomy/counters.h \
    %D%/holonomy/dynamics.h \
    %D%/holonomy/formulation.h \
    %D%/holonomy/method.h \
    %D%/holonomy/model.h \
    %D%/holonomy/option.h \
    %D%/holonomy/problem.h \
    %D%/holonomy/status.h \
    %D%/holonomy/system.h \
    %D%/holonomy/units.h \
    %D%/holonomy/work.h
libholonomy_la_SOURCES += \
    %D%/basic.c \
    %D%/batch.h \
    %D%/constraints.c \
    %D%/directors.c \
    %D%/dynamics.c \
    %D%/euler.c \
    %D%/forces.c \
    %D%/formulations.c \
    %D%/hessians.c \
    %D%/internal.h \
    %D%/joints.c \
    %D%/lie.c \
    %D%/linear_rows.c \
    %D%/memory.c \
    %D%/model.c \
    %D%/motion.c \
    %D%/option.c \
    %D%/orientation.h \
    %D%/own.c \
    %D%/patterns.c \
    %D%/planar.c \
    %D%/rank.c \
    %D%/realise.c \
    %D%/reduce.c \
    %D%/rod.c \
    %D%/spans.c \
    %D%/status.c \
    %D%/traits.c \
    %D%/units.c
