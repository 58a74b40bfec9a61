# NAME, a plug-in of Holonomy: `make`, `make check`.  The package is found by pkg-config; where it is
# installed in a folder of its own: make PKG_CONFIG_PATH=.../lib/pkgconfig
PKG_CONFIG = PKG_CONFIG_PATH='$(PKG_CONFIG_PATH)' pkg-config
HOLONOMY ?= $(shell $(PKG_CONFIG) --variable=bindir holonomy)/holonomy
CFLAGS ?= -O3 -g -Wall -Wextra
# What the methods of Holonomy are compiled with: the same bits on every machine.
PLUGIN_FLAGS = -std=gnu11 -ffp-contract=off -fvisibility=hidden -fPIC $(shell $(PKG_CONFIG) --cflags holonomy)

NAME.so: NAME.c
	$(CC) $(CPPFLAGS) $(PLUGIN_FLAGS) $(CFLAGS) $(LDFLAGS) -shared -o $@ NAME.c -lm

# Every claim measured on two problems; without them: on all in C that it steps.
check: NAME.so
	$(HOLONOMY) certify --plugin ./NAME.so NAME double-spherical-pendulum top

clean:
	rm -f NAME.so

.PHONY: check clean
