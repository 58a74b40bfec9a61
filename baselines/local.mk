# Outside engines, each a plug-in of one method, built where configure found its library.
baselinesdir = $(libdir)/holonomy/baselines
nodist_baselines_DATA = $(BASELINES)
EXTRA_DIST += %D%/engine.c %D%/ode.c %D%/bullet.cpp %D%/simbody.cpp %D%/dart.cpp
CLEANFILES += $(BASELINES) %D%/engine.o

# From where and to where; check-mutants has others.
BASELINE_FROM = $(srcdir)/%D%
BASELINE_TO = %D%
BASELINE_DEPENDS = $(srcdir)/%D%/engine.h $(wildcard $(srcdir)/*/holonomy/*.h $(srcdir)/harness/*/holonomy/*.h)
BASELINE_CC = $(CC) -fPIC $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) $(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS)
BASELINE_CXX = $(CXX) -std=gnu++17 -fPIC $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) $(CPPFLAGS) $(patsubst -std=%,,$(HOL_CODE_CFLAGS)) \
    $(HOL_CXX_WARN_CFLAGS) $(CXXFLAGS)

$(BASELINE_TO)/engine.o: $(BASELINE_FROM)/engine.c $(BASELINE_DEPENDS)
	$(AM_V_CC)$(MKDIR_P) $(BASELINE_TO) && $(BASELINE_CC) -c -o $@ $(BASELINE_FROM)/engine.c

$(BASELINE_TO)/ode.so: $(BASELINE_FROM)/ode.c $(BASELINE_TO)/engine.o
	$(AM_V_CCLD)$(BASELINE_CC) $(ODE_CFLAGS) -shared -o $@ $(BASELINE_FROM)/ode.c $(BASELINE_TO)/engine.o $(LDFLAGS) $(ODE_LIBS)

BASELINE_CXX_LINK = -shared -o $@ $< $(BASELINE_TO)/engine.o $(LDFLAGS) -Wl,--as-needed
$(BASELINE_TO)/bullet.so: $(BASELINE_FROM)/bullet.cpp $(BASELINE_TO)/engine.o
	$(AM_V_CCLD)$(BASELINE_CXX) $(BULLET_CFLAGS) $(BASELINE_CXX_LINK) $(BULLET_LIBS)

$(BASELINE_TO)/simbody.so: $(BASELINE_FROM)/simbody.cpp $(BASELINE_TO)/engine.o
	$(AM_V_CCLD)$(BASELINE_CXX) $(SIMBODY_CFLAGS) $(BASELINE_CXX_LINK) $(SIMBODY_LIBS)

$(BASELINE_TO)/dart.so: $(BASELINE_FROM)/dart.cpp $(BASELINE_TO)/engine.o
	$(AM_V_CCLD)$(BASELINE_CXX) $(DART_CFLAGS) $(BASELINE_CXX_LINK) $(DART_LIBS)
