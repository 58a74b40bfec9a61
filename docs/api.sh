#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# api.sh SRCDIR: the page docs/api.md, made from the public headers.
#
# A comment that begins a line becomes prose, what follows it until the next one or a blank line a
# block of C.  Lines indented within a comment stand as they are.

cd "${1:-.}" || exit 1

# In the order of holonomy.h's own list.
headers=$(sed -n 's/^ \*   \([a-z0-9_]*\.h\) .*/\1/p' harness/holonomy.h)

cat <<'END'
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!-- Made from the headers by `make api`; a test compares. -->
# The C API

Everything that `#include <holonomy.h>` declares, header by header; `make install` brings each as
`holonomy/NAME.h`. Programs that use it: [examples](../examples/README.md).

END

for header in $headers; do
    echo "- [\`$header\`](#holonomy$(echo "$header" | tr -d '.')): $(sed -n "s/^ \*   $header *//p" harness/holonomy.h | sed 's/ \*\/$//')"
done
echo

pages() {
    for header in $headers; do
        path=$(ls ./*/holonomy/"$header" harness/*/holonomy/"$header" 2>/dev/null)
        echo "$path"
    done
}

# shellcheck disable=SC2046
awk '
    function plain(text) { # as Markdown shows it
        gsub(/&/, "\\&amp;", text)
        gsub(/</, "\\&lt;", text)
        gsub(/[*_`]/, "\\\\&", text)
        return text
    }
    function close_block() {
        if (in_code) print "```\n"
        in_code = 0
    }
    function prose(line,    literal) {
        literal = line ~ /^   /
        if (literal && !in_literal) print ""
        if (!literal && in_literal) print ""
        in_literal = literal
        print literal ? "    " line : plain(line)
    }
    FNR == 1 {
        close_block()
        name = FILENAME
        sub(/.*\//, "", name)
        print "## holonomy/" name "\n"
        comment = skip = 0
        first = 1
    }
    /^\/\* SPDX/ || /^#ifndef HOLONOMY_/ || /^#define HOLONOMY_.*_H$/ || /^HOL_API_(BEGIN|END)$/ ||
        /^#include/ || (/^#endif$/ && !depth) { next }
    /^#if/ { depth++ }
    /^#endif/ { depth-- }
    !comment && /^\/\* -{8,}/ {
        close_block()
        line = $0
        sub(/^\/\* -* /, "", line)
        sub(/ \*\/$/, "", line)
        print "### " toupper(substr(line, 1, 1)) substr(line, 2) "\n"
        next
    }
    !comment && /^\/\*/ {
        close_block()
        comment = 1
        in_literal = 0
        sub(/^\/\* */, "")
        if (first && sub("^holonomy/" name ": *", "")) $0 = toupper(substr($0, 1, 1)) substr($0, 2)
        first = 0
    }
    comment {
        line = $0
        ends = sub(/ *\*\/.*$/, "", line)
        sub(/^ \*( |$)/, "", line)
        if (line != "") prose(line); else if (!ends) print ""
        if (ends) { comment = 0; print "" }
        next
    }
    /^$/ { close_block(); next }
    !in_code { print "```c"; in_code = 1 }
    { print }
    END { close_block() }' $(pages) | cat -s
