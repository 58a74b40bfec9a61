#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# release.sh: may the last commit be released?  One version everywhere; the citation file; the tarball of
# a clean clone, built and checked by its quick tests; its ABI beside that of the last release.
#
# release/VERSION.abi are the ABIs of the releases, by abidw: `make release-abi` writes that of the version
# of configure.ac.
# Status: 0 all verdicts are good, 1 one is not, 77 it cannot run here.

cannot() {
    echo "release-check: cannot run: $*" >&2
    exit 77
}

command -v abidiff >/dev/null || cannot "missing: abidiff; apt-get install abigail-tools"
. "${srcdir:-.}/tests/verdict.sh"
here=$(cd "${srcdir:-.}" && pwd)
unset MAKEFLAGS MFLAGS MAKELEVEL
git -C "$here" rev-parse HEAD >/dev/null 2>&1 || cannot "$here is no git tree"
cd "$work" || exit 1
git clone -q "$here" clone >out 2>err || cannot "the tree cannot be cloned: $(cat err)"
echo "release-check: commit $(git -C clone rev-parse --short HEAD)"

# ---- One version ----
cd clone || exit 1
version=$(sed -n 's/^AC_INIT(\[Holonomy\], \[\([0-9.]*\)\].*/\1/p' configure.ac)
echo "$version" | grep -Eqx '[0-9]+\.[0-9]+\.[0-9]+'
verdict "configure.ac has a version of three numbers: $version"
[ "$(sed -n 's/^## \([0-9.]*\).*/\1/p' CHANGELOG.md | head -n 1)" = "$version" ]
verdict "CHANGELOG.md begins with version $version"
[ "$(sed -n '1s/^holonomy (\([^)]*\)).*/\1/p' debian/changelog)" = "$version" ]
verdict "debian/changelog begins with version $version"
grep -qx "#define HOL_VERSION  *\"${version%.*}\"" base/holonomy/api.h
verdict "base/holonomy/api.h has version ${version%.*}"

# ---- The citation ----
# cited KEY: its value, without quotes.
cited() {
    sed -n "s/^$1: *//p" CITATION.cff | sed 's/^"\(.*\)"$/\1/'
}
[ "$(cited version)" = "$version" ]
verdict "CITATION.cff has version $version"
[ "$(cited cff-version)" = 1.2.0 ] && [ -n "$(cited message)" ] && [ -n "$(cited title)" ] &&
    [ "$(cited type)" = software ] && [ "$(cited license)" = GPL-3.0-or-later ]
verdict 'CITATION.cff has the keys of the format 1.2.0'
awk '/^authors:/ { in_list = 1; next } /^[^ ]/ { in_list = 0 }
    in_list && /^ +- +(name|family-names): +[^ ]/ { named++ } in_list && /^ +- / { all++ }
    END { exit !(all > 0 && named == all) }' CITATION.cff
verdict 'CITATION.cff names every author'
! grep -vE '^(#|$|(cff-version|message|title|type|license|version|date-released|doi|url|repository-code|abstract|keywords|authors): *.*$| +- | {4}[a-z-]+: )' CITATION.cff >"$work/log"
verdict 'CITATION.cff has no other key'

# ---- The tarball ----
say() {
    echo "release-check: $*"
}
jobs=$(nproc)
HOL_FIRST_RED=1 # each verdict needs those before
say 'the tarball of the clone'
{ autoreconf -i && ./configure --quiet CC="${CC:-gcc}" && make -s dist; } >"$work/log" 2>&1 </dev/null
verdict 'a clean clone makes its tarball'
cd "$work" && tar -xzf "clone/holonomy-$version.tar.gz" && cd "holonomy-$version" || exit 1
say 'its build'
{ ./configure --quiet CC="${CC:-gcc}" && make -s -j"$jobs"; } >"$work/log" 2>&1 </dev/null
verdict 'the tarball builds'
say 'its quick tests'
make -s -j"$jobs" check TESTS='layers.sh abi.sh manual.sh cli.sh bundle.sh test_options test_files test_tables' >"$work/all" 2>&1 </dev/null
status=$?
grep -A 3 -e FAILED -e ' error: ' "$work/all" >"$work/log"
[ $status -eq 0 ]
verdict 'the quick tests hold'
tail -n 1 tests/summary
./holonomy --version | grep -qF "$version"
verdict "the program says version $version"
[ -z "$(git -C "$work/clone" status --porcelain)" ]
verdict 'nothing that is made is taken for a source'

# ---- The ABI ----
make -s abi-dump >"$work/log" 2>&1 </dev/null && mv tests/logs/now.abi "$work"
verdict 'the ABI is read'
cd "$work" || exit 1
last=$(ls clone/tests/release/*.abi | sort -V | tail -n 1)
soname() {
    sed -n "s/.*soname='\([^']*\)'.*/\1/p" "$1"
}
# same OLD NEW: nothing but functions and data that were added.
same() {
    abidiff --no-added-syms "$1" "$2" >log 2>&1
    status=$?
    [ $status -eq 0 ]
}
say "the ABI beside that of ${last##*/}"
same now.abi now.abi
verdict 'an ABI is its own'
# What the comparison is for: in a release that had a function more, another place of a member.
sed "s/'hol_run'/'hol_run_before'/g" now.abi >lost.abi
! same lost.abi now.abi
verdict 'a function that is lost is seen'
awk '!done && /<data-member / && /layout-offset-in-bits=.64./ { sub(/64/, "96"); done = 1 } { print }' now.abi >moved.abi
! same moved.abi now.abi
verdict 'a member that has moved is seen'
[ "$(soname "$last")" != "$(soname now.abi)" ] || same "$last" now.abi
verdict "programs and plug-ins built for ${last##*/} go on: else the soname and HOL_ABI grow, or, before that version is out, make release-abi"
sum_up
