bin_PROGRAMS = holonomy
holonomy_SOURCES = %D%/main.c
holonomy_LDADD = libharness.a libholonomy.la

# In the library: the driver, the diagnostics, the reader of references.
libholonomy_la_SOURCES += \
    %D%/advance.c \
    %D%/diagnostics.c \
    %D%/prepare.c \
    %D%/reference.c \
    %D%/run.c \
    %D%/sample.c

# The program, all but main(), so that tests can use it.
noinst_LIBRARIES += libharness.a
libharness_a_SOURCES = \
    %D%/cli_bench.c \
    %D%/cli_common.c \
    %D%/cli_explain.c \
    %D%/cli_info.c \
    %D%/cli_json.c \
    %D%/cli_list.c \
    %D%/cli_report.c \
    %D%/cli_run.c \
    %D%/cli_state.c \
    %D%/cli_table.c \
    %D%/json_read.c \
    %D%/json_write.c \
    %D%/matrix.c \
    %D%/report_csv.c \
    %D%/report_document.c \
    %D%/report_figures.c \
    %D%/report_files.c \
    %D%/report_markup.c
