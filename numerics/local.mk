holonomyinclude_HEADERS += \
    %D%/holonomy/dense.h \
    %D%/holonomy/newton.h \
    %D%/holonomy/saddle.h \
    %D%/holonomy/so3.h \
    %D%/holonomy/tables.h
libholonomy_la_SOURCES += \
    %D%/block_lists.c \
    %D%/block_load.c \
    %D%/block_order.c \
    %D%/block_plain.c \
    %D%/block_units.c \
    %D%/bodies.c \
    %D%/complex_lu.c \
    %D%/condition.c \
    %D%/dense.c \
    %D%/dop853.c \
    %D%/elementary.h \
    %D%/expression.c \
    %D%/expression.h \
    %D%/expression_build.c \
    %D%/expression_of.h \
    %D%/expression_reader.h \
    %D%/expression_slope.c \
    %D%/expression_units.c \
    %D%/expression_value.c \
    %D%/gauss.h \
    %D%/few_lists.c \
    %D%/few_lists.h \
    %D%/gram.c \
    %D%/held_rows.c \
    %D%/inverse.c \
    %D%/minres.c \
    %D%/newton.c \
    %D%/prince_dormand.c \
    %D%/quasi_definite.c \
    %D%/quasi_definite.h \
    %D%/saddle.c \
    %D%/saddle_block.c \
    %D%/saddle_cg.c \
    %D%/saddle_dense.c \
    %D%/saddle_few.c \
    %D%/saddle_klu.c \
    %D%/saddle_schur.c \
    %D%/saddle_umfpack.c \
    %D%/schur_lists.c \
    %D%/so3.c \
    %D%/spline.c \
    %D%/spline.h \
    %D%/svd.c \
    %D%/svd.h \
    %D%/tables.c \
    %D%/whole_matrix.c

# Unrolled by hand, for every size of a block.
%D%/saddle_block.lo %D%/saddle_block.o: AM_CFLAGS += $(HOL_PLAIN_CFLAGS)
# A row takes what the one before it has just stored, alone: two at a time would wait for both.
%D%/quasi_definite.lo: AM_CFLAGS += $(HOL_SCALAR_CFLAGS)
