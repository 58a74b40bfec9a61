# Programs that use the installed library; tests/harness/docs.sh runs them.
exampledir = $(docdir)/examples
dist_example_DATA = \
    %D%/README.md \
    %D%/adaptive.c \
    %D%/double-spherical-pendulum.yaml \
    %D%/gyrostat.yaml \
    %D%/model.c \
    %D%/model_file.c \
    %D%/own_method.c \
    %D%/threads.c
