# What `holonomy new` writes, with NAME replaced by the name that was asked for.
templatesdir = $(pkgdatadir)/templates
dist_templates_DATA = \
    %D%/method.c \
    %D%/method.md \
    %D%/method.mk \
    %D%/problem.c \
    %D%/problem.md \
    %D%/problem.mk
