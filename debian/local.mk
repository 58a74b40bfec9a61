# Debian packages of the tarball, in the folder deb of the build.
EXTRA_DIST += $(wildcard $(srcdir)/%D%/*.install $(srcdir)/%D%/*.examples $(srcdir)/%D%/tests/*) $(addprefix %D%/,build.sh \
    changelog clean control copyright not-installed rules source/format)

# build.sh says what is missing where they cannot be built.
deb: dist
	@sh $(srcdir)/%D%/build.sh $(distdir).tar.gz deb && ls deb/*.deb

.PHONY: deb
