holonomyinclude_HEADERS += \
    %D%/holonomy/assemble.h \
    %D%/holonomy/dynamics.h \
    %D%/holonomy/formulation.h \
    %D%/holonomy/linearise.h \
    %D%/holonomy/model.h \
    %D%/holonomy/redundant.h \
    %D%/holonomy/rows.h \
    %D%/holonomy/system.h \
    %D%/holonomy/units.h
libholonomy_la_SOURCES += \
    %D%/absolute.c \
    %D%/assemble.c \
    %D%/basic.c \
    %D%/batch.h \
    %D%/bushing.c \
    %D%/bushing.h \
    %D%/closest.c \
    %D%/closest.h \
    %D%/constraints.c \
    %D%/contact.c \
    %D%/contact.h \
    %D%/directors.c \
    %D%/drives.c \
    %D%/drives.h \
    %D%/dynamics.c \
    %D%/equilibrium.c \
    %D%/euler.c \
    %D%/eval.c \
    %D%/forces.c \
    %D%/forces_of_time.c \
    %D%/formulations.c \
    %D%/hessians.c \
    %D%/internal.h \
    %D%/joint_forces.c \
    %D%/joint_forces.h \
    %D%/joint_reading.c \
    %D%/joint_start.c \
    %D%/joint_start.h \
    %D%/joints.c \
    %D%/lie.c \
    %D%/linear.h \
    %D%/linear_modes.c \
    %D%/linear_rows.c \
    %D%/linear_state.c \
    %D%/linearise.c \
    %D%/model.c \
    %D%/motion.c \
    %D%/motor_energy.c \
    %D%/motor_energy.h \
    %D%/orientation.h \
    %D%/own.c \
    %D%/patterns.c \
    %D%/planar.c \
    %D%/quad_pose.c \
    %D%/quad_pose.h \
    %D%/rank.c \
    %D%/realise.c \
    %D%/reduce.c \
    %D%/redundant.c \
    %D%/rod.c \
    %D%/rows.c \
    %D%/series.c \
    %D%/series.h \
    %D%/series_bushings.h \
    %D%/series_drives.h \
    %D%/series_factors.c \
    %D%/series_factors.h \
    %D%/series_motors.h \
    %D%/series_of.h \
    %D%/series_quad.c \
    %D%/series_quad.h \
    %D%/spans.c \
    %D%/start.c \
    %D%/symmetries.c \
    %D%/symmetries.h \
    %D%/system.c \
    %D%/terms.c \
    %D%/terms.h \
    %D%/terms_knots.c \
    %D%/traits.c \
    %D%/units.c \
    %D%/variation.c \
    %D%/variation.h

# Vectors of three numbers stall on the stores before them: see batch.h.
BATCH_FILES = \
    %D%/constraints.lo \
    %D%/directors.lo \
    %D%/euler.lo \
    %D%/lie.lo \
    %D%/planar.lo \
    %D%/rod.lo
$(BATCH_FILES): AM_CFLAGS += $(HOL_SCALAR_CFLAGS)
