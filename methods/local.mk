holonomyinclude_HEADERS += \
    %D%/holonomy/explicit.h \
    %D%/holonomy/invariants.h \
    %D%/holonomy/method.h \
    %D%/holonomy/projection.h \
    %D%/holonomy/variational.h
# Every file here exports hol_family_<stem>, its methods, the last row without a name.
METHODS = \
    %D%/ali3p.c \
    %D%/bliedf.c \
    %D%/cf4.c \
    %D%/composition.c \
    %D%/dvp.c \
    %D%/dvp_chart.c \
    %D%/em.c \
    %D%/gena_lie.c \
    %D%/ggl_em.c \
    %D%/ggl_variational.c \
    %D%/jet.c \
    %D%/lobatto.c \
    %D%/mexax.c \
    %D%/multistep.c \
    %D%/munthe_kaas.c \
    %D%/lda.c \
    %D%/gni.c \
    %D%/nonholonomic_em.c \
    %D%/half_explicit.c \
    %D%/radau_ggl.c \
    %D%/rattle_adaptive.c \
    %D%/rattlie.c \
    %D%/rk4_index1.c \
    %D%/rk8pd.c \
    %D%/shake.c \
    %D%/spook.c \
    %D%/tangent.c \
    %D%/tangent_trapezoidal.c \
    %D%/taylor.c \
    %D%/xpbd.c

if HAVE_SUNDIALS
METHODS += %D%/arkode.c %D%/ida.c
endif

# What several methods share.
libholonomy_la_SOURCES += $(METHODS) \
    %D%/all_rows.c \
    %D%/chart.c \
    %D%/chart_inverse.c \
    %D%/chart_onto.c \
    %D%/chart_step.c \
    %D%/constant_mass.c \
    %D%/dalembert.c \
    %D%/dense_block.h \
    %D%/discrete.c \
    %D%/discrete_gradient.c \
    %D%/em_line.c \
    %D%/explicit.c \
    %D%/external_work.c \
    %D%/foot.c \
    %D%/gena_newton.c \
    %D%/gena_start.c \
    %D%/ggl.c \
    %D%/ggl_equations.c \
    %D%/group.c \
    %D%/increments.c \
    %D%/inner.c \
    %D%/invariants.c \
    %D%/jerk.c \
    %D%/jet_step.c \
    %D%/projection.c \
    %D%/projection_foot.c \
    %D%/projection_quasi.c \
    %D%/radau.c \
    %D%/radau_matrix.c \
    %D%/radau_newton.c \
    %D%/reduced.c \
    %D%/reduced_tangent.c \
    %D%/settle.c \
    %D%/shake_newton.c \
    %D%/tangent_ahead.c \
    %D%/registry.c \
    %D%/spook_newton.c \
    %D%/stabilise.c \
    %D%/stepper.c \
    %D%/variational.c

# The build list is the registry: HOL_FAMILY(dvp) for %D%/dvp.c, one a line.
BUILT_SOURCES += %D%/registry.inc
CLEANFILES += %D%/registry.inc
%D%/registry.inc: $(srcdir)/%D%/local.mk config.status
	$(AM_V_GEN)$(MKDIR_P) %D% && for file in $(METHODS); do \
	    echo "HOL_FAMILY(`basename $$file .c`)"; done > $@.new && mv $@.new $@
