# The figures' scripts and the page's style: read from the source tree when run from there.
reportsdir = $(pkgdatadir)/reports
dist_reports_DATA = $(wildcard $(srcdir)/%D%/*.gp) $(wildcard $(srcdir)/%D%/*.css) \
    $(wildcard $(srcdir)/%D%/*.js)

# Every method on every problem, in the folder report of the build, with the long runs of
# `make report-long` where they have been made.
report: all
	@./holonomy$(EXEEXT) report --output report -j 2 \
	    `test ! -f report-long/results.sqlite || echo --take report-long/results.sqlite`

# Representatives on every problem, the same page in a minute.
report-quick: all
	@./holonomy$(EXEEXT) report $(srcdir)/plans/report-quick.yaml --output report-quick --papers none -j 2

# The benchmark problems that others judge by.
report-community: all
	@./holonomy$(EXEEXT) report $(srcdir)/plans/community.yaml --output report-community --papers none -j 2

# A million steps of each: some 100 minutes of CPU time; then those.
report-long: all
	@./holonomy$(EXEEXT) report $(srcdir)/plans/report-long.yaml --output report-long --papers none -j 2
	@$(MAKE) $(AM_MAKEFLAGS) report-community

.PHONY: report report-quick report-long report-community
