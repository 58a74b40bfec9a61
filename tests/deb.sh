#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# deb.sh FOLDER [TARBALL]: the Debian packages of FOLDER on a bare Debian 12: installed, used, purged.  With
# TARBALL they are built once more in another folder first, and must be the same bytes.
#
# The tests of debian/tests are run by autopkgtest where this machine has it, each with what it depends
# on and what the tests before it did; else by hand.
#
# Status: 0 all verdicts are good, 1 one is not, 77 it cannot run here.
# bare.sh says how the Debian is made. Needs 2 GB in TMPDIR.

name=check-deb
script=$0
# shellcheck source=tests/bare.sh
. "$(dirname "$0")/bare.sh"

# ---- Inside the namespace ----

# verdict SENTENCE: counts the status of the command before it, whose words are in $log.
verdict() {
    if [ $? -eq 0 ]; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    echo "FAILED: $1"
    tail -n 30 "$log" | sed 's/^/    /'
}

# quiet COMMAND ARGUMENT...: runs it in the new root, beside the packages.
quiet() {
    in_root /root/debs env TMPDIR=/root DEBIAN_FRONTEND=noninteractive "$@" >"$log" 2>&1
}

apt() { # WORD...: file names may have wildcards
    quiet sh -c "apt-get -y $*"
}

packages() {
    # shellcheck disable=SC2016
    chroot "$root" dpkg-query -W -f '${Package} ${db:Status-Abbrev}\n'
}

# Files of names like ours, but for the pages that man keeps for itself.
left() {
    find "$root" -xdev -iname '*holonomy*' ! -path "$root/root/*" ! -path "$root/proc/*" \
        ! -path "$root/var/cache/man/*"
}

# Runs the tests of debian/tests/control, the packages that they name being installed from those here
# and from the mirror.  It makes its folders in both roots, where a TMPDIR of this machine is not.
by_runner() {
    runner=$(command -v autopkgtest)
    if [ -z "$runner" ]; then
        echo "$name: without autopkgtest the tests are run by hand"
        return
    fi
    env -u TMPDIR "$runner" --no-built-binaries --output-dir "$work/autopkgtest" "$root"/root/debs/*.deb \
        "$root/root/debs" -- chroot "$root" >"$log" 2>&1 </dev/null
    verdict 'autopkgtest accepts the tests and runs them'
    sed 's/^/    /' "$work/autopkgtest/summary"
    # It has marked all of them as wanted.
    apt purge "$(packages | grep -vxFf "$work/before" | cut -d ' ' -f 1 | tr '\n' ' ')"
    packages | diff "$work/before" - >>"$log"
    verdict 'what it has installed is purged'
}

# by_hand TEST SENTENCE: a test that the runner has not run.
by_hand() {
    [ -z "$runner" ] || return
    quiet "debian/tests/$1"
    verdict "$2"
}

inside() {
    passed=0
    bare_root "$1" "$2"
    log=$work/log
    mv "$work/debs" "$root/root/debs"
    apt update
    verdict 'the package lists are there'
    packages >"$work/before"
    by_runner

    apt install './libholonomy1_*.deb ./holonomy_*.deb'
    verdict 'apt installs libholonomy1 and holonomy'
    by_hand run 'the program runs a model, certifies a method and makes a report'
    apt install man-db bash-completion
    verdict 'man and the completion of bash are there'
    quiet sh -c 'man holonomy | cat' && grep -q '^NAME' "$log" && grep -q 'THE COMMANDS IN DETAIL' "$log"
    verdict 'the man page is shown'
    # shellcheck disable=SC2016
    quiet bash -c '. /usr/share/bash-completion/bash_completion && _completion_loader holonomy
        COMP_WORDS=(holonomy run double-) COMP_CWORD=2; _holonomy; printf "%s\n" "${COMPREPLY[@]}"' &&
        grep -qx 'double-spherical-pendulum' "$log"
    verdict 'bash completes names of problems'

    apt install './holonomy-doc_*.deb'
    verdict 'holonomy-doc is installed'
    broken=$(cd "$root/usr/share/doc/holonomy" && for page in *.md */*.md; do
        grep -o '](\([^):#]*\.[a-z]*\)[#)]' "$page" | sed 's/^](//; s/[#)]$//' | while read -r to; do
            [ -e "$(dirname "$page")/$to" ] || echo "$page: $to"
        done
    done)
    echo "$broken" >"$log"
    [ -s "$root/usr/share/doc/holonomy/docs/theory.md" ] && [ -z "$broken" ]
    verdict 'the pages are installed, and what they link to'
    quiet holonomy run /usr/share/doc/holonomy/examples/double-spherical-pendulum.yaml shake --until 1
    verdict 'an example of the documentation runs'

    apt install './python3-holonomy_*.deb'
    verdict 'python3-holonomy is installed'
    by_hand python 'Python runs a model as the program does, and judges a method of its own'
    quiet sh -c 'cd /usr/share/doc/python3-holonomy/examples && python3 own_method.py' &&
        grep -qx '0 claims do not hold' "$log"
    verdict 'an example of the package for Python runs'

    apt install './libholonomy-dev_*.deb' gcc libc6-dev make pkg-config
    verdict 'libholonomy-dev is installed'
    by_hand library 'a program is linked with the library'
    by_hand plug-in 'a method of one'\''s own is a plug-in'

    apt purge holonomy libholonomy1 libholonomy-dev python3-holonomy holonomy-doc
    verdict 'apt purges all five'
    left >"$log"
    [ ! -s "$log" ]
    verdict 'no file is left of them'
    apt purge man-db bash-completion gcc libc6-dev make pkg-config
    apt autoremove --purge -o APT::AutoRemove::RecommendsImportant=0 -o APT::AutoRemove::SuggestsImportant=0
    packages | diff "$work/before" - >"$log"
    verdict 'nor a package that came with them'
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
}

if [ "$1" = --inside ]; then
    inside "$2" "$3"
    exit
fi

# ---- Outside ----

folder=$1
bare_begins
if [ -n "$2" ]; then
    mkdir "$work/a-folder-of-another-name"
    TMPDIR=$work/a-folder-of-another-name sh "$here/debian/build.sh" "$2" "$work/again"
    status=$?
    [ $status -eq 0 ] || exit $status
    for package in "$folder"/*.deb "$folder"/*.tar.*; do
        cmp "$package" "$work/again/${package##*/}" || {
            echo "$name: FAILED: ${package##*/} built again in another folder has other bytes"
            exit 1
        }
    done
    echo "$name: built again in another folder: $(cd "$folder" && ls ./*.deb | wc -l) packages of the same bytes"
fi
mkdir "$work/debs"
cp "$folder"/*.deb "$work/debs" && cp -R "$here/debian" "$work/debs/debian" || exit 1
bare_goes_inside
