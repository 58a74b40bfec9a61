EXTRA_DIST += $(wildcard $(srcdir)/%D%/*.md)
