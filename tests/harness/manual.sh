#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# manual.sh: holonomy(1) and the completion of bash name every command and every option, and the
# page is roff without a warning.  Options are taken from --usage, which the page is not made from.

. "${srcdir:-.}/tests/verdict.sh"
srcdir=${srcdir:-.}

# complete_words WORD...: what bash offers for the last word.
complete_words() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _holonomy
        printf "%s\n" "${COMPREPLY[@]}"' bash "$srcdir/docs/completion/holonomy" "$HOLONOMY" "$@"
}

# offers "WORD..." LINE...: bash offers each of the words, asked once.
offers() {
    words=$1
    shift
    complete_words "$@" >"$work/offered"
    for word in $words; do
        grep -qxF -e "$word" "$work/offered"
        verdict "bash offers '$word' after: holonomy $*"
    done
}

sh "$srcdir/docs/manual.sh" "$HOLONOMY" >"$work/holonomy.1"
verdict 'the page is made'
awk 'tagged && /^\./ { bare++ } { tagged = after; after = 0 } /^\.TP/ { after = 1; tagged = 0 }
    END { exit bare > 0 }' "$work/holonomy.1"
verdict 'every option has its text'
if command -v groff >/dev/null; then
    groff -man -ww -Tascii -P-cbou -rLL=200n "$work/holonomy.1" >"$work/page" 2>"$work/warnings"
    [ ! -s "$work/warnings" ]
    verdict "groff warns of nothing: $(head -n 3 "$work/warnings")"
else
    sed 's/\\-/-/g; s/^\.B / /' "$work/holonomy.1" >"$work/page"
fi
commands=$("$HOLONOMY" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
for command in $commands; do
    # The section of the command: from its synopsis to the next one.
    awk -v synopsis="holonomy $command [" '
        index($0, "holonomy ") && /\[OPTION/ { here = index($0, synopsis) > 0; found += here }
        here
        END { exit !found }' "$work/page" >"$work/section"
    verdict "the page has a section on $command"
    for option in $("$HOLONOMY" "$command" --usage | grep -oE -e '--[a-z-]+' | sort -u) \
        $("$HOLONOMY" "$command" --usage | grep -oE -e '\[-[a-z] ' | tr -d '[ '); do
        case $option in
        --help | --usage | --version) grep -q -e "^ *\(-., \)\?$option *" "$work/page" ;;
        *) grep -qE -e "^ +(-., )?$option([= ,]|\$)" "$work/section" ;;
        esac
        verdict "the section on $command explains $option"
    done
done

if command -v bash >/dev/null; then
    offers "$commands" ''
    for command in $commands; do
        "$HOLONOMY" "$command" --usage >"$work/usage"
        offers "$(grep -oE -e '--[a-z-]+=?' "$work/usage" | sort -u)" "$command" --
        offers "$(grep -oE -e '\[-[a-z] ' "$work/usage" | tr -d '[ ')" "$command" -
    done
    offers shake run sh
    offers rigid-body run shake ''
    offers lie explain ''
    offers problems list p
    offers velocity= run rigid-body shake -o ''
    offers J= run knife-edge -p ''
    offers legendre run rigid-body shake -o velocity = le
    offers central run rigid-body shake -o velocity =
    offers euler run rigid-body dvp --formulation = e
    offers gv plot pendulum shake --what g
    offers lambda plot pendulum shake --what = l
    offers work_precision export --view w
    offers orders export --view ''
    offers latex export --format l
    offers "series mexax" reference --by = ''
    offers sizes bench --table s
    offers formulations bench --table ''
    offers markdown paper --format m
    offers 003 paper 0
    offers reactions run pendulum shake --show r
    offers revolute explain rev
    offers joints list j
    offers gyrostat bench g
fi

sum_up
