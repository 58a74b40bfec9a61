libholonomy_la_SOURCES += \
    %D%/condition.c \
    %D%/dense.c \
    %D%/dop853.c \
    %D%/gram.c \
    %D%/minres.c \
    %D%/newton.c \
    %D%/saddle.c \
    %D%/saddle_cg.c \
    %D%/saddle_dense.c \
    %D%/saddle_schur.c \
    %D%/saddle_sparse.c \
    %D%/schur_lists.c \
    %D%/so3.c \
    %D%/sparse.c \
    %D%/tables.c \
    %D%/work.c
