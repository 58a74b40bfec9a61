# Installed in a folder of their own beside holonomy.h, as those of the other folders of the library.
holonomyincludedir = $(includedir)/holonomy
holonomyinclude_HEADERS = \
    %D%/holonomy/api.h \
    %D%/holonomy/counters.h \
    %D%/holonomy/memory.h \
    %D%/holonomy/option.h \
    %D%/holonomy/pattern.h \
    %D%/holonomy/status.h \
    %D%/holonomy/work.h
libholonomy_la_SOURCES += \
    %D%/cache.c \
    %D%/data.c \
    %D%/digest.c \
    %D%/json_write.c \
    %D%/lines.c \
    %D%/memory.c \
    %D%/meter.c \
    %D%/number.c \
    %D%/option.c \
    %D%/pattern.c \
    %D%/row_times.h \
    %D%/say.c \
    %D%/status.c \
    %D%/text.c \
    %D%/work.c
