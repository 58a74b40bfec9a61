#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# build.sh TARBALL FOLDER: the Debian packages of a tarball of `make dist`, built in a temporary folder
# and judged by lintian, into FOLDER, with what is needed to build them again (.dsc, .buildinfo).
#
# The tests are left out, for `make check` has them: DEB_BUILD_OPTIONS= in the environment runs them.
# Status: 0 built and without a word of lintian, 1 not, 77 it cannot run here.

cannot() {
    echo "deb: cannot run: $*" >&2
    exit 77
}

tarball=$1
for program in dpkg-buildpackage:dpkg-dev dh:debhelper lintian:lintian; do
    command -v "${program%:*}" >/dev/null || missing="$missing ${program#*:}"
done
[ -z "$missing" ] || cannot "missing:$missing; apt-get install$missing"
mkdir -p "$2" && folder=$(cd "$2" && pwd) || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

version=${tarball##*holonomy-}
version=${version%.tar.gz}
tar -xzf "$tarball" -C "$work" || cannot "$tarball is no tarball"
cd "$work/holonomy-$version" || exit 1
head -n 1 debian/changelog | grep -qF "($version)" || {
    echo "deb: debian/changelog begins with another version than $version, that of configure.ac" >&2
    exit 1
}
dpkg-checkbuilddeps 2>"$work/lacking" || cannot "$(sed 's/.*: error: //' "$work/lacking")"
export DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS-nocheck}"
dpkg-buildpackage -us -uc -j"$(nproc)" >"$work/log" 2>&1 || {
    tail -n 40 "$work/log" >&2
    exit 1
}
cd "$work" || exit 1
lintian --allow-root --fail-on error,warning ./*.changes || exit 1
rm -f "$folder"/*.deb
cp ./*.deb ./*.dsc ./*.tar.* ./*.buildinfo ./*.changes "$folder"
