# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# bare.sh: a bare Debian 12 in a folder, made with debootstrap.  It is read by tests that need one, which
# set $name, by which they speak, and $script, their file; the test calls itself again inside.
#
# The new root has its own package lists and nothing of this machine but the network. All mounts
# and processes live in a namespace of their own and end with it, however this ends.
# MIRROR names a Debian mirror; otherwise it is the one of this machine's apt.

release=bookworm

cannot() {
    echo "$name: cannot run: $*" >&2
    exit 77
}

# The mirror this machine itself installs from, where it is a Debian with any.
own_mirror() {
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(ORIGIN) $(RELEASE) $(REPO_URI)' 'Created-By: Packages' \
        2>/dev/null | awk -v release=$release '$1 == "Debian" && $2 == release { print $3; exit }'
}

# ---- Outside ----

# Sets $here, the tree, and $work, a folder that ends with this.
bare_begins() {
    [ "$(id -u)" -eq 0 ] || cannot "making a Debian needs root"
    command -v debootstrap >/dev/null || cannot "debootstrap is missing; apt-get install debootstrap"
    unshare --mount --pid --fork true 2>/dev/null || cannot "no mount namespace can be made here"
    here=$(cd "$(dirname "$script")/.." && pwd) || exit 1
    work=$(mktemp -d) || exit 1
    namespace=
    trap bare_ends EXIT
    trap 'exit 1' HUP INT TERM
}

# The first process of a namespace takes all others and the mounts with it; unshare itself would
# not end at a TERM.
# shellcheck disable=SC2317
bare_ends() {
    [ -z "$namespace" ] || { kill -KILL "$namespace" && sleep 1; } 2>/dev/null
    rm -rf --one-file-system "$work"
}

# Calls the test again as `--inside WORK MIRROR`, in a namespace; its status is this one's.
bare_goes_inside() {
    mirror=${MIRROR:-$(own_mirror)}
    unshare --mount --pid --fork --kill-child --mount-proc \
        sh "$script" --inside "$work" "${mirror:-http://deb.debian.org/debian}" &
    namespace=$!
    wait $namespace
    status=$?
    namespace=
    exit $status
}

# ---- Inside ----

# bare_root WORK MIRROR: makes the folder $root; $work is known again.
bare_root() {
    work=$1 root=$1/root failed=0
    start=$(date +%s)
    debootstrap --variant=minbase $release "$root" "$2" >"$work/debootstrap.log" 2>&1 || {
        tail -n 5 "$work/debootstrap.log" >&2
        cannot "debootstrap failed; is $2 to be reached?"
    }
    echo "$name: Debian $(cat "$root/etc/debian_version") from $2: $(($(date +%s) - start)) s"
    mount -t proc proc "$root/proc" || cannot "/proc cannot be mounted in the new root"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts" ||
        cannot "the new root can have no terminals"
    # A new machine has not asked for package lists yet.
    rm -rf "$root"/var/lib/apt/lists/*
}

# in_root FOLDER COMMAND ARGUMENT...: runs it in the new root, with nothing of this machine's
# environment.
in_root() {
    chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        HOME=/root ${http_proxy:+http_proxy="$http_proxy"} \
        sh -c 'cd "$1" && shift && exec "$@"' sh "$@" </dev/null
}
