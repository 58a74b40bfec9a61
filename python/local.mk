# The package for Python; pip builds it from this folder, tests/harness/python.sh in a copy.
EXTRA_DIST += $(addprefix %D%/,declarations.sh declarations.h declared.py pyproject.toml setup.py) \
    $(wildcard $(srcdir)/%D%/holonomy/*.py) $(wildcard $(srcdir)/%D%/examples/*.py $(srcdir)/%D%/tests/*.py)

# python/declarations.h, from the public headers.
declarations:
	CC='$(CC)' sh $(srcdir)/%D%/declarations.sh $(srcdir) >$(srcdir)/%D%/declarations.h.new
	mv $(srcdir)/%D%/declarations.h.new $(srcdir)/%D%/declarations.h
.PHONY: declarations
