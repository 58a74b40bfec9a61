#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# data.sh: which folder the data files are read from: that of the source tree by the program of the
# build tree, and never by the one that is installed, wherever both are run.

. "${srcdir:-.}/tests/verdict.sh"
source=$(cd "${srcdir:-.}" && pwd)
case ${srcdir:-.} in /*) named=$srcdir ;; *) named=$source ;; esac # as the build names it
installed=$(cd "${builddir:-.}" && pwd)/bin/holonomy
cd "$work" || exit 1
unset HOLONOMY_DATA

# local.mk stands in folders of the source tree and is never installed.
sed 's/^reference: .*/reference: local.mk/' "$source/examples/gyrostat.yaml" >model.yaml
grep -q '^reference: local.mk' model.yaml || echo 'reference: local.mk' >>model.yaml

# Tells which script it was to run, and draws nothing.
cat >gnuplot <<'END'
#!/bin/sh
for last; do :; done
echo "$last $GNUPLOT_LIB" >>"$SCRIPTS"
END
chmod +x gnuplot
GNUPLOT=$work/gnuplot
SCRIPTS=$work/scripts
export GNUPLOT SCRIPTS

"$HOLONOMY" run model.yaml mk4 --until 0.1 --repeats 0 >out 2>err </dev/null
status=$?
[ "$status" -eq 2 ] && grep -qF "$named/reference/local.mk:1: " err
verdict 'the program of the build tree reads the references of the source tree'
"$HOLONOMY" plot pendulum shake --until 0.1 --output x.svg >out 2>err </dev/null
status=$?
grep -qF "$named/reports/" scripts
verdict 'the program of the build tree draws by the scripts of the source tree'

# A tree that was copied: the program reads what stands beside it.
mkdir copied && cp "$HOLONOMY" copied/holonomy && cp -R "$source/reports" copied/ && : >scripts
copied/holonomy plot pendulum shake --until 0.1 --output x.svg >out 2>err </dev/null
grep -qF "$work/copied/reports/plot.gp" scripts && ! grep -qvF "$work/copied/reports" scripts
verdict 'the program of a tree that was copied draws by the scripts of the copy'

# The installed program with its folder taken away, whether or not it was there: a name as long in
# the place of the name of the folder.
nowhere=$(echo "$pkgdatadir" | sed 's/.$/~/')
LC_ALL=C sed "s|$pkgdatadir|$nowhere|g" "$installed" >moved
chmod +x moved
[ -n "$pkgdatadir" ] && ! cmp -s "$installed" moved && [ ! -e "$nowhere" ]
verdict 'the installed program names its folder'
installed=$work/moved

# The prefix may lie inside the source tree, so it is the folder itself that must not be named.
of_the_source() { # FOLDER FILE...
    folder=$1 && shift
    grep -sqF -e "$source/$folder/" -e "$named/$folder/" "$@"
}

rm -f scripts
"$installed" run model.yaml mk4 --until 0.1 --repeats 0 >out 2>err </dev/null
status=$?
[ "$status" -eq 0 ] && grep -q '/reference/local.mk is not there' out err && ! of_the_source reference out err
verdict 'the installed program reads no reference of the source tree'
"$installed" plot pendulum shake --until 0.1 --output x.svg >out 2>err </dev/null
status=$?
! of_the_source reports scripts && { [ -s scripts ] || grep -q '/reports/[a-z]*\.gp: ' err; }
verdict 'the installed program runs no script of the source tree'
"$installed" report --output /dev/null/report >out 2>err </dev/null
status=$?
[ "$status" -eq 2 ] && grep -qF "$nowhere/plans/" err && ! of_the_source plans err
verdict 'the installed program reads no plan of the source tree'

rm -f scripts
mkdir -p data/reports
cp "$source"/reports/*.gp data/reports
HOLONOMY_DATA=$work/data "$installed" plot pendulum shake --until 0.1 --output x.svg >out 2>err </dev/null
status=$?
grep -q "^$work/data/reports/[a-z]*\.gp $work/data/reports\$" scripts
verdict 'the folder that is named is read'

sum_up
