# What makes the files: `%D%/ladder 2 down` of %D%/ladder.c prints %D%/ladder-2-down.ref, as every
# command the file of its words.  The programs are built without the library: a reference must not
# share code with what it judges.
REFERENCE_COMMANDS = \
    'cart_pole' 'cart_pole 1e-8' 'crank' 'double_spherical_pendulum' 'flyball' 'flyball soft' \
    'gyrostat' 'knife_edge' 'nonholonomic_oscillator' 'nonholonomic_oscillator 0' \
    'ladder' 'ladder down' 'ladder 1' 'ladder 1 down' 'ladder 2' 'ladder 2 down' \
    'pendulum' 'pendulum torque' 'quadrangle' 'quadrangle printed' 'rattleback' 'rigid_body' \
    'rolling_disc' 'steered_oscillator' 'steered_oscillator back' 'top' 'top nutating' \
    'triple_slider_crank' 'triple_slider_crank c1' 'triple_slider_crank c2' \
    'triple_slider_crank c4' 'triple_slider_crank paper'
# What makes the true values of problems that others have published: `%D%/heavy_top values` prints
# %D%/published/heavy-top.values.
VALUE_MAKERS = andrews bicycle car_axis cart_pole four_bar_chain four_particles heavy_top \
    simple_pendulum slider_crank_3d
REFERENCES = \
    %D%/andrews.c \
    %D%/bicycle.c \
    %D%/car_axis.c \
    %D%/cart_pole.c \
    %D%/crank.c \
    %D%/double_spherical_pendulum.c \
    %D%/flyball.c \
    %D%/four_bar_chain.c \
    %D%/four_particles.c \
    %D%/gyrostat.c \
    %D%/heavy_top.c \
    %D%/knife_edge.c \
    %D%/ladder.c \
    %D%/nonholonomic_oscillator.c \
    %D%/pendulum.c \
    %D%/quadrangle.c \
    %D%/rattleback.c \
    %D%/rigid_body.c \
    %D%/rolling_disc.c \
    %D%/simple_pendulum.c \
    %D%/slider_crank_3d.c \
    %D%/steered_oscillator.c \
    %D%/top.c \
    %D%/triple_slider_crank.c

# Data: found in the source tree when run from there, installed otherwise.
referencedir = $(pkgdatadir)/reference
dist_reference_DATA = $(wildcard $(srcdir)/%D%/*.ref) $(srcdir)/%D%/errata.tsv \
    $(srcdir)/%D%/limits.tsv
# Printed tables of the papers.
papersdir = $(referencedir)/papers
dist_papers_DATA = $(wildcard $(srcdir)/%D%/papers/*.tsv)
# Published values and the true ones.
publisheddir = $(referencedir)/published
dist_published_DATA = $(wildcard $(srcdir)/%D%/published/*.tsv) \
    $(wildcard $(srcdir)/%D%/published/*.values)
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

# Makes every file anew beside the shipped one and says whether they differ; then the third
# derivation, by power series, beside all of them.
reference: reference-build all
	@$(MKDIR_P) %D%/made/published; status=0; \
	for command in $(REFERENCE_COMMANDS) $(VALUE_MAKERS:%='% values'); do \
	    case $$command in \
	    *' values') in=published/; end=values ;; \
	    *) in=; end=ref ;; \
	    esac; \
	    ref=$$in`echo "$${command% values}" | sed 's|[_ ]|-|g'`.$$end; echo "reference: making $$ref"; \
	    ./%D%/$$command > %D%/made/$$ref || { echo "reference: $$command failed"; exit 1; }; \
	    if test ! -f $(srcdir)/%D%/$$ref; then echo "reference: %D%/made/$$ref is new"; \
	    elif cmp -s %D%/made/$$ref $(srcdir)/%D%/$$ref; then echo "reference: $$ref is the same"; \
	    else echo "reference: %D%/made/$$ref differs from the shipped one"; status=1; fi; \
	done; ./holonomy$(EXEEXT) reference --shipped || status=1; exit $$status

# Takes what `make reference` made into the source tree.
reference-update:
	cp %D%/made/*.ref $(srcdir)/%D%/
	cp %D%/made/published/*.values $(srcdir)/%D%/published/

.PHONY: reference reference-build reference-update
