# Plans: found in the source tree when run from there, installed otherwise.
plansdir = $(pkgdatadir)/plans
dist_plans_DATA = $(wildcard $(srcdir)/%D%/*.yaml)
