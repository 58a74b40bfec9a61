#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fresh.sh [TARBALL]: the commands of README.md on a bare Debian 12, made with debootstrap; then, with
# SUNDIALS, the method ida.
#
# Takes the tree from TARBALL, or else from the last commit: what is not committed is not proved.
# The new root has its own package lists and nothing of this machine but the network. All mounts
# and processes live in a namespace of their own and end with it, however this ends.
# Status: 0 all commands hold, 1 one does not, 77 it cannot run here.
# MIRROR names a Debian mirror; otherwise it is the one of this machine's apt. Needs 2 GB in TMPDIR.

release=bookworm

cannot() {
    echo "fresh: cannot run: $*" >&2
    exit 77
}

# The mirror this machine itself installs from, where it is a Debian with any.
own_mirror() {
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(ORIGIN) $(RELEASE) $(REPO_URI)' 'Created-By: Packages' \
        2>/dev/null | awk -v release=$release '$1 == "Debian" && $2 == release { print $3; exit }'
}

# ---- Inside the namespace: fresh.sh --inside WORK MIRROR ----

# Runs a command in the new root, in the tree, with nothing of this machine's environment.
in_root() {
    chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        HOME=/root ${http_proxy:+http_proxy="$http_proxy"} \
        sh -c 'cd /root/holonomy && exec "$@"' sh "$@" </dev/null
}

# timed COMMAND ARGUMENT...: runs one of README.md's commands, prints how it ended and how long it took.
timed() {
    log=$work/$2.log
    start=$(date +%s)
    in_root "$@" >"$log" 2>&1
    status=$?
    seconds=$(($(date +%s) - start))
    echo "fresh: $*: status $status, $seconds s; it ended with:"
    tail -n 3 "$log" | sed 's/^/    /'
}

failure() {
    echo "FAILED: $1; the end of what it printed:"
    tail -n 60 "$log" | sed 's/^/    /'
    failed=$((failed + 1))
}

inside() {
    work=$1 root=$1/root failed=0
    start=$(date +%s)
    debootstrap --variant=minbase $release "$root" "$2" >"$work/debootstrap.log" 2>&1 || {
        tail -n 5 "$work/debootstrap.log" >&2
        cannot "debootstrap failed; is $2 to be reached?"
    }
    echo "fresh: Debian $(cat "$root/etc/debian_version") from $2: $(($(date +%s) - start)) s"
    mount -t proc proc "$root/proc" || cannot "/proc cannot be mounted in the new root"
    # A new machine has not asked for package lists yet.
    rm -rf "$root"/var/lib/apt/lists/*
    mv "$work/tree" "$root/root/holonomy"

    timed ./bootstrap check
    if [ $status -ne 0 ]; then
        failure "./bootstrap check ended with status $status"
    elif ! tail -n 1 "$log" | grep -Eqx '[1-9][0-9]* passed, 0 failed'; then
        failure "the last line of ./bootstrap check is not 'N passed, 0 failed'"
    fi

    timed ./bootstrap report
    if [ $status -ne 0 ]; then
        failure "./bootstrap report ended with status $status"
    elif [ ! -s "$root/root/holonomy/report/index.html" ]; then
        failure "there is no report/index.html"
    fi

    timed ./bootstrap --with-sundials check
    [ $status -eq 0 ] || failure "./bootstrap --with-sundials check ended with status $status"
    timed ./holonomy run pendulum ida --rtol 1e-6
    [ $status -eq 0 ] || failure "ida ended with status $status"
    [ $failed -eq 0 ]
}

if [ "$1" = --inside ]; then
    inside "$2" "$3"
    exit
fi

# ---- Outside ----

[ "$(id -u)" -eq 0 ] || cannot "making a Debian needs root"
command -v debootstrap >/dev/null || cannot "debootstrap is missing; apt-get install debootstrap"
unshare --mount --pid --fork true 2>/dev/null || cannot "no mount namespace can be made here"

here=$(cd "$(dirname "$0")/.." && pwd) || exit 1
work=$(mktemp -d) || exit 1
namespace=
# The first process of a namespace takes all others and the mounts with it; unshare itself would
# not end at a TERM.
# shellcheck disable=SC2317
clean_up() {
    [ -z "$namespace" ] || { kill -KILL "$namespace" && sleep 1; } 2>/dev/null
    rm -rf --one-file-system "$work"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

mkdir "$work/tree"
if [ -n "$1" ]; then
    tar -xf "$1" -C "$work/tree" --strip-components=1 || cannot "$1 is no tarball"
    echo "fresh: the tree is that of $1"
else
    git -C "$here" archive HEAD >"$work/tree.tar" 2>/dev/null ||
        cannot "$here is no git tree; give the tarball: fresh.sh holonomy-VERSION.tar.gz"
    tar -xf "$work/tree.tar" -C "$work/tree"
    echo "fresh: the tree is commit $(git -C "$here" rev-parse --short HEAD)"
fi

mirror=${MIRROR:-$(own_mirror)}
unshare --mount --pid --fork --kill-child --mount-proc \
    sh "$here/tests/fresh.sh" --inside "$work" "${mirror:-http://deb.debian.org/debian}" &
namespace=$!
wait $namespace
status=$?
namespace=
exit $status
