EXTRA_DIST += $(wildcard $(srcdir)/%D%/*.yaml) %D%/manual.sh %D%/api.sh

# The pages in a folder of the same name as here, beside README.md and the examples: links and
# --help name them so.
pkgdocsdir = $(docdir)/docs
dist_pkgdocs_DATA = $(wildcard $(srcdir)/%D%/*.md) $(wildcard $(srcdir)/%D%/*.svg)

# docs/api.md, from the public headers.
api:
	sh $(srcdir)/%D%/api.sh $(srcdir) >$(srcdir)/%D%/api.md.new
	mv $(srcdir)/%D%/api.md.new $(srcdir)/%D%/api.md
.PHONY: api

# holonomy(1), from what the program's --help prints.
man1_MANS = %D%/holonomy.1
CLEANFILES += %D%/holonomy.1
%D%/holonomy.1: holonomy$(EXEEXT) $(srcdir)/%D%/manual.sh
	$(AM_V_GEN)$(MKDIR_P) %D% && \
	    sh $(srcdir)/%D%/manual.sh ./holonomy$(EXEEXT) > $@.new && mv $@.new $@

bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = %D%/completion/holonomy
