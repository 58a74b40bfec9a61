#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# manual.sh PROGRAM: the page holonomy(1), made from what PROGRAM --help and PROGRAM COMMAND --help
# print, which come from the tables that parse the command line.

program=$1
LC_ALL=C
ARGP_HELP_FMT=rmargin=9999 # a line an option, a line a paragraph
export LC_ALL ARGP_HELP_FMT

# page: the help on standard input as roff; the section of a command leaves out argp's own options.
page() {
    awk -v whole="$1" '
        function roff(text) {
            gsub(/\\/, "\\e", text); gsub(/-/, "\\-", text)
            return text ~ /^[.'\'']/ ? "\\\\&" text : text
        }
        function close_examples() { if (examples) print ".fi\n.RE"; examples = 0 }
        /^Usage: / {
            sub(/^Usage: /, "")
            print whole ? ".SH SYNOPSIS" : ".SS " roff($2)
            print ".B " roff($0)
            if (whole) print ".SH DESCRIPTION"; else print ".PP"
            next
        }
        /^Mandatory or optional arguments/ { next }
        /^ *-/ {
            if (!whole && /^ +(-\?, --help|--usage|-V, --version)( |$)/) next
            sub(/^ +/, ""); names = $0; about = ""
            if (at = index($0, "  ")) { names = substr($0, 1, at - 1); about = substr($0, at) }
            sub(/^ +/, "", about)
            print ".TP\n.B " roff(names); if (about) print roff(about)
            next
        }
        /^Commands:/ { print ".SH COMMANDS"; next }
        /^Examples:/ { print (whole ? ".SH EXAMPLES" : ".PP\nExamples:") "\n.RS 4\n.nf"; examples = 1; next }
        examples && NF { sub(/^ +/, ""); print roff($0); next }
        /^  [a-z]+ / { print ".TP\n.B " $1; sub(/^ +[a-z]+ +/, ""); print roff($0); next }
        /^ +[^ ]/ { sub(/^ +/, ""); print roff($0); next }
        NF { print (paragraphs++ ? ".PP\n" : "") roff($0) }
        END { close_examples() }'
}

commands() {
    "$program" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

version=$("$program" --version) || exit 1
cat <<END
.\\" SPDX-License-Identifier: GPL-3.0-or-later
.\\" Made by docs/manual.sh.
.TH HOLONOMY 1 "" "$version" "User Commands"
.SH NAME
holonomy \\- time integrators of constrained multibody systems, side by side
END
"$program" --help | page 1
echo '.SH "THE COMMANDS IN DETAIL"'
for command in $(commands); do
    "$program" "$command" --help | page 0 || exit 1
done
cat <<'END'
.SH "EXIT STATUS"
.TP
.B 0
done
.TP
.B 1
a run ended before its time, a claim or an asked tolerance does not hold
.TP
.B 2
a plan, model or other input file cannot be right
.TP
.B 3
the machine lacks something; the message says what
.TP
.B 64
the command line cannot be right
.TP
.B 65
a file or store cannot be read or written
.TP
.B 130
interrupted
.SH ENVIRONMENT
.TP
.B GNUPLOT
the gnuplot that draws, in place of the one found when the program was built
.TP
.B HOLONOMY_DATA
folder of the data files (reference, reports, plans), in place of the installed one
.TP
.B HOLONOMY_CACHE
folder of the references that were derived, in place of $XDG_CACHE_HOME/holonomy or ~/.cache/holonomy
.TP
.B HOLONOMY_PLUGINS
plug\-ins that every command loads, colons between their files, before those of \-\-plugin
.TP
.B TMPDIR
folder of the files that are in the making, in place of /tmp
.SH "SEE ALSO"
The pages of the folder docs: theory, diagnostics, references, files, plans, store, report, baselines, solve, reliability, add\-a\-method, add\-a\-problem, plug\-ins, python, api.
END
