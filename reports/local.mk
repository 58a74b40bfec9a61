EXTRA_DIST += $(wildcard $(srcdir)/%D%/*.sh $(srcdir)/%D%/*.gp $(srcdir)/%D%/*.awk \
    $(srcdir)/%D%/*.css $(srcdir)/%D%/*.yaml)

# make.sh DIR writes the report into DIR.
report: all
	@HOLONOMY=$(abs_top_builddir)/holonomy$(EXEEXT) GNUPLOT='$(GNUPLOT)' srcdir=$(abs_top_srcdir) \
	    sh $(srcdir)/%D%/make.sh report

.PHONY: report
