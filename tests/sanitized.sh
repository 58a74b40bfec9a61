#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sanitized.sh TARBALL COMPILER...: `make check` of what is shipped, built by each compiler with its
# AddressSanitizer and UBSan, in sanitized/COMPILER; prints the minutes and the summary of each.
# `make check-sanitized` calls it in the build tree; a compiler that is not there is one that failed.

tarball=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
bad=0
export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1
export HOL_TEST_TIMEOUT="${HOL_TEST_TIMEOUT:-3600}" # what a sanitizer finds takes it many times as long
unset MAKEFLAGS MFLAGS

# built: configures and makes all in this folder.
built() {
    tar -xzf "$tarball" --strip-components=1 && ./configure --quiet --disable-shared --enable-sanitize \
        --with-baselines=no CC="$1" && make -s -j"$(nproc)"
}

for compiler in "$@"; do
    began=$(date +%s)
    rm -rf "sanitized/$compiler"
    mkdir -p "sanitized/$compiler"
    (cd "sanitized/$compiler" && built "$compiler" >build.log 2>&1 && make -s check >check.log 2>&1)
    status=$?
    [ "$status" -eq 0 ] || bad=1
    log=sanitized/$compiler/check.log
    [ -s "$log" ] || log=sanitized/$compiler/build.log
    echo "$compiler: $(($(date +%s) / 60 - began / 60)) min, status $status, $log: $(tail -n 1 "$log")"
done
exit $bad
