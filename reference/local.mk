# %D%/rigid_body.c prints %D%/rigid-body.ref, the file of the problem rigid-body. It is built
# without the library: a reference must not share code with what it judges.
REFERENCES = \
    %D%/crank.c \
    %D%/double_spherical_pendulum.c \
    %D%/gyrostat.c \
    %D%/knife_edge.c \
    %D%/ladder.c \
    %D%/ladder_1.c \
    %D%/ladder_1_down.c \
    %D%/ladder_2.c \
    %D%/ladder_2_down.c \
    %D%/ladder_down.c \
    %D%/pendulum.c \
    %D%/pendulum_torque.c \
    %D%/quadrangle.c \
    %D%/rigid_body.c \
    %D%/top.c \
    %D%/top_nutating.c \
    %D%/triple_slider_crank.c \
    %D%/triple_slider_crank_c1.c \
    %D%/triple_slider_crank_c2.c \
    %D%/triple_slider_crank_c4.c \
    %D%/triple_slider_crank_paper.c

# Data: found in the source tree when run from there, installed otherwise.
referencedir = $(pkgdatadir)/reference
dist_reference_DATA = $(wildcard $(srcdir)/%D%/*.ref) $(srcdir)/%D%/errata.tsv
# Printed tables of the papers.
papersdir = $(referencedir)/papers
dist_papers_DATA = $(wildcard $(srcdir)/%D%/papers/*.tsv)
EXTRA_DIST += $(wildcard $(srcdir)/%D%/*.md) $(REFERENCES)

REFERENCE_MAKERS = $(REFERENCES:.c=)
CLEANFILES += $(REFERENCE_MAKERS)
# gnu11 and no -Wpedantic: __float128 and its literals are extensions.
REFERENCE_CFLAGS = -std=gnu11 -ffp-contract=off $(HOL_WARN_CFLAGS:-Wpedantic=) $(CFLAGS)

$(REFERENCE_MAKERS): %: %.c $(wildcard $(srcdir)/%D%/*.h)
	$(AM_V_CCLD)$(MKDIR_P) $(@D) && \
	    $(CC) $(REFERENCE_CFLAGS) -I$(srcdir) -I$(srcdir)/%D% $(CPPFLAGS) $(LDFLAGS) -o $@ $< \
	    -lquadmath -lm

if HAVE_QUADMATH
reference-build: $(REFERENCE_MAKERS)
else
reference-build:
	@echo 'reference: libquadmath is missing: this machine or compiler does not have it'
endif

# Makes every file anew beside the shipped one and says whether they differ.
reference: reference-build
	@$(MKDIR_P) %D%/made; status=0; for program in $(REFERENCE_MAKERS); do \
	    ref=`basename $$program | tr _ -`.ref; echo "reference: making $$ref"; \
	    ./$$program > %D%/made/$$ref || { echo "reference: $$program failed"; exit 1; }; \
	    if test ! -f $(srcdir)/%D%/$$ref; then echo "reference: %D%/made/$$ref is new"; \
	    elif cmp -s %D%/made/$$ref $(srcdir)/%D%/$$ref; then echo "reference: $$ref is the same"; \
	    else echo "reference: %D%/made/$$ref differs from the shipped one"; status=1; fi; \
	done; exit $$status

# Takes what `make reference` made into the source tree.
reference-update:
	cp %D%/made/*.ref $(srcdir)/%D%/

.PHONY: reference reference-build reference-update
