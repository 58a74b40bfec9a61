#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# judge.sh: `holonomy judge` reads what `run --output` writes and files of other programs, says where
# one is wrong, and ends with the code that a script can go by.

. "${srcdir:-.}/tests/verdict.sh"
cd "$work" || exit 1

record() {
    holonomy run gyrostat mk4 --until 1 --repeats 0 --no-derive --quiet "$@"
}

# ---- Our own files ----
for form in csv tsv; do
    record --step 0.02 --output "a.$form"
    holonomy judge "a.$form"
    [ $status -eq 0 ] && grep -q '^verdict: agrees with the model, no suspect among [0-9]* mistakes$' out && grep -q '^51 rows, t = 0 ... 1 s$' out
    verdict "our own motion is sound, and says of itself what it is" "$form"
done
holonomy judge a.csv --formulation joint
[ $status -eq 64 ] && grep -q '^holonomy: the coordinates of joint meet joints of any motion, open or not: it is judged in natural or another formulation$' err
verdict 'no motion is judged where its joints cannot be seen to be open'
# ---- A planar body off its plane ----
holonomy run triple-slider-crank rattle --step 0.005 --until 0.5 --repeats 0 --quiet --output flat.csv
off_plane() { # COLUMN VALUE: flat.csv with this in every row
    awk -F, -v OFS=, -v column="$1" -v value="$2" '/^#/ { print; next }
        !at { for (i = 1; i <= NF; i++) if ($i == column) at = i; print; next }
        { $at = value; print }' flat.csv >off.csv
    holonomy judge off.csv
}
for place in 'z 0.1' 'z -0.1' 'p1 0.2'; do
    off_plane "slider3.${place% *}" "${place#* }"
    [ $status -eq 1 ] && grep -q "^verdict: does not agree with the model: by the test 'joints'" out
    verdict 'a planar body off its plane is no motion of the model' "$place"
done
off_plane slider3.vz 3
[ $status -eq 1 ] && grep -q "^verdict: does not agree with the model: by the test 'rates'" out
verdict 'nor is one that leaves it'
off_plane slider3.z 0
[ $status -eq 0 ]
verdict 'on it, it is'

# ---- A single row ----
holonomy run gyrostat mk4 --until 1 --step 0.001 --repeats 0 --no-derive --quiet --output long.csv
holonomy judge long.csv
[ $status -eq 0 ]
verdict 'a motion of a thousand rows is sound'
for column in rotor.vx platform.omega2 platform.p2 platform.x; do
    awk -F, -v OFS=, -v column="$column" '/^#/ { print; next }
        !at { for (i = 1; i <= NF; i++) if ($i == column) at = i; if (!at) exit 1; print; next }
        { if (++row == 333) $at += 0.1; print }' long.csv >spoiled.csv
    holonomy judge spoiled.csv
    [ $status -eq 1 ] && grep -q '^verdict: does not agree with the model' out
    verdict 'a motion with one false number is none of the model' "$column"
done
sed 's/^# problem: gyrostat/# problem: top/' a.csv >named.csv
holonomy judge named.csv gyrostat
[ $status -eq 0 ] && grep -qx 'holonomy: named.csv: by its header a motion of top, judged as one of gyrostat' err
verdict 'a motion of another problem by its header is said to be one'

record --step 0.01 --output b.csv
record --step 0.005 --output c.csv
grep -q '^# problem: gyrostat$' c.csv && grep -q '^# method: mk4 in lie$' c.csv && grep -q '^# step: 0.005' c.csv
verdict 'the header has problem and step'
holonomy judge b.csv a.csv c.csv gyrostat --json
[ $status -eq 0 ] && awk '
    /"order": \{/ { order = 1 }
    order && /"(position|orientation|velocity)"/ { gsub(/[^0-9.]/, "", $2); seen++; if ($2 < 3.8 || $2 > 4.3) bad = 1 }
    /"back"/ { exit bad || seen != 6 }' out
verdict 'three motions of mk4 in any order of the files show order 4, by themselves and against the truth'
holonomy judge b.csv a.csv c.csv gyrostat
[ $status -eq 0 ] && awk '/^order / { order = 1 }
    order && /^(of the differences|against the truth) / { rows++; for (k = NF - 2; k <= NF; k++) bad += $k < 3.8 || $k > 4.3 }
    END { exit bad || rows != 2 }' out && grep -qx 'steps 0.02, 0.01, 0.005 s; 51 times in common' out
verdict 'the table says so too'

# ---- A motion that begins at another time ----
kept() { # the rows of what should be kept
    sed -n '/^ *start .*drift$/,/^$/p' out
}
holonomy run pendulum shake --step 0.02 --until 200 --samples 10000 --repeats 0 --quiet --output then.csv
holonomy judge then.csv pendulum --quiet
kept >begun
[ "$(grep -c '  *bounded$' begun)" -eq 2 ]
verdict 'the errors of energy and momentum are bounded' 'holonomy judge then.csv'
for shift in 30 -60 1e6; do
    awk -F, -v OFS=, -v shift=$shift '/^[0-9]/ { $1 = sprintf("%.17g", $1 + shift) } 1' then.csv >later.csv
    holonomy judge later.csv pendulum --quiet
    kept | cmp -s - begun
    verdict 'and are so whenever it begins' "$shift s"
done

# ---- The way back of a symmetric method, and of one that is not ----
for method in rattle mk4; do
    holonomy run pendulum $method --step 0.03 --until 3 --repeats 0 --quiet --json --output there.csv
    awk '/"(v|omega)": \[/ && !done { gsub(/-/, "_"); gsub(/\[/, "[-"); gsub(/, /, ", -"); gsub(/e_/, "e-"); gsub(/-_/, "") } /"multipliers"/ { done = 1 } { print }' out |
        sed -n '/"bodies"/,/^  \]/p' >bodies
    { echo '{'; sed '$s/,$//' bodies; echo '}'; } >turned.json
    holonomy run pendulum $method --step 0.03 --until 3 --repeats 0 --quiet --state turned.json --output back.csv
    holonomy judge there.csv --back back.csv
    sed -n 's/^where it ends *\([^ ]*\) .*/\1/p' out >"$method.told"
    grep -qx '101 rows in common' out
    verdict 'the table of the way back has all its rows' "$method"
    holonomy judge there.csv --back back.csv --json
    sed -n '/"back": {/,$p' out | sed -n '/"end": {/,/}/s/.*"position": \([^,]*\),*/\1/p' >"$method.off"
done
[ "$(printf '%.3e\n' "$(cat rattle.off)" "$(cat mk4.off)")" = "$(cat rattle.told mk4.told)" ]
verdict 'and where it ends is what the object has' "$(cat rattle.told mk4.told)"
awk -v symmetric="$(cat rattle.off)" -v other="$(cat mk4.off)" 'BEGIN { exit !(symmetric < 1e-12 && other > 1e-9) }'
verdict 'rattle comes back to its start, mk4 does not' "$(cat rattle.off) and $(cat mk4.off)"

# ---- Mistakes of the file, as another program would make them ----
# Quaternions xyzw: the columns stand in another order, under the same names.
awk -F, 'BEGIN { OFS = FS } /^t,/ { for (i = 1; i <= NF; i++) if ($i ~ /p0$/) first[i] }
    !/^[#t]/ { for (i in first) { w = $i; for (k = i; k < i + 3; k++) $k = $(k + 1); $(i + 3) = w } }
    { print }' c.csv >xyzw.csv
holonomy judge xyzw.csv
[ $status -eq 1 ] && grep -q '^suspect 1: quaternion: xyzw$' out && ! grep -q '^suspect 2' out
verdict 'the order of quaternions is the suspect, with status 1'
sed 's/^# method: .*/# method: Engine 3.2, step 0.005/' xyzw.csv >other.csv
holonomy judge other.csv --json
grep -q '"method": "Engine 3.2, step 0.005"' out
verdict 'what made it is shown'
holonomy judge xyzw.csv --as quaternion=xyzw
[ $status -eq 0 ] && grep -q 'read with quaternion: xyzw$' out
verdict 'and the file is sound as soon as that is said'
sed 's/^# quaternion: wxyz/# quaternion: xyzw/' xyzw.csv >said.csv
holonomy judge said.csv
[ $status -eq 0 ]
verdict 'or in its header'
awk -F, 'BEGIN { OFS = FS } /^t,/ { for (i = 1; i <= NF; i++) if ($i ~ /\.(x|y|z|vx|vy|vz)$/) length_[i] }
    !/^[#t]/ { for (i in length_) $i *= 1000 } { print }' b.csv >mm.csv
holonomy judge mm.csv --json
[ $status -eq 1 ] && grep -q '"mistake": "length: mm"' out && grep -q '"verdict": "suspect"' out
verdict 'millimetres are the suspect in the object'

# A motion of other masses is none of this model, and no mistake of a file explains it.
holonomy run double-spherical-pendulum rattle -p m1=8 --until 1 --repeats 0 --no-derive --quiet --output heavy.csv
holonomy judge heavy.csv -p m1=1 --no-derive
[ $status -eq 1 ] && grep -q "^verdict: does not agree with the model: by the test '[a-z.]*', [0-9.]* times" out
verdict 'what no mistake explains is said to be no motion of the model'
# One tenth more of a mass, by a method of order 2 and by one of order 4, whose own motion agrees.
for method in rattle rk4-index1; do
    for mass in 2 2.2; do
        holonomy run double-spherical-pendulum $method -p m1=$mass --until 1 --repeats 0 --no-derive --quiet --output tenth.csv
        holonomy judge tenth.csv -p m1=2 --no-derive --json
        echo "$status $(sed -n 's/.*"verdict": "\([a-z]*\)".*/\1/p' out)"
    done
done >told
[ "$(paste -sd' ' told)" = '0 sound 1 unexplained 0 sound 1 unexplained' ]
verdict 'a motion with a tenth more of one mass does not agree, that of the mass does' "$(paste -sd' ' told)"

# Rows too far apart for its turns: a sound motion is not said to be none, and no mistake is named.
for samples in 6 11; do
    holonomy run top jet-dp5 --until 5 --samples $samples --quiet --output apart.csv
    holonomy judge apart.csv --no-derive
    [ $status -eq 1 ] && grep -q '^verdict: none, the rows are too far apart to tell' out && ! grep -q '^suspect' out
    verdict 'rows too far apart to tell are said to be so' "$samples rows, status $status"
done
holonomy judge apart.csv --no-derive --json
[ $status -eq 1 ] && grep -q '"verdict": "apart"' out
verdict 'and so has the object'
# What does not depend on the distance of rows still tells.
holonomy run quadrangle jet-dp5 --until 5 --samples 11 --quiet --output apart.csv
holonomy judge apart.csv --no-derive --as quaternion=xyzw
[ $status -eq 1 ] && grep -q '^suspect 1: quaternion: wxyz$' out
verdict 'another order of quaternions is the suspect at any distance of rows'

# ---- Another program's way of writing ----
sed '/^#/d; s/,/	/g' b.csv | awk -F'	' '{ for (i = NF; i > 1; i--) printf "\"%s\"\t", $i; print $1 }' >other.tsv
holonomy judge other.tsv --problem gyrostat
[ $status -eq 0 ] && grep -q '^verdict: agrees with the model, no suspect' out
verdict 'columns in another order, in quotes, without a header'
awk -F, 'BEGIN { OFS = FS } !/^#/ && NF { keep = ""; for (i = 1; i <= NF; i++) { if (/^t,/) skip[i] = $i ~ /(v[xyz]|omega[123])$/; if (!skip[i]) keep = keep (keep == "" ? "" : ",") $i } print keep; next } { print }' b.csv >places.csv
holonomy judge places.csv
[ $status -eq 0 ] && grep -q "^no column '.*vx', so places alone are judged: left out are energy" out && grep -q '^largest .* -  *-$' out
verdict 'places alone are judged, and what is left out is said'

# ---- Files that cannot be right ----
sed '/^#/d' b.csv >bare.csv
refuses 64 'of which problem?*' judge bare.csv
refuses 64 'one problem, and a motion at least*' judge gyrostat
refuses 64 'one problem, and a motion at least*' judge b.csv top --problem gyrostat
refuses 64 "unknown problem 'gyrosat': did you mean 'gyrostat'?*" judge bare.csv --problem gyrosat
refuses 64 "--as quaterion=xyzw: unknown key 'quaterion': did you mean 'quaternion'?*" judge b.csv --as quaterion=xyzw
refuses 64 '--as omega=inertial: omega takes one of body space*' judge b.csv --as omega=inertial
refuses 64 "--as point rotr=1 2 3: point: there is no body 'rotr'*" judge b.csv --as 'point rotr=1 2 3'
refuses 64 "--as point=1 2: point takes 'centre' or three numbers \[m]*" judge b.csv --as 'point=1 2'
refuses 64 "unknown problem 'gyrosat': did you mean 'gyrostat'?*" judge b.csv gyrosat
sed '30s/$/,1/' b.csv >more.csv
refuses 2 'more.csv:30: the row has not as many cells as there are columns*' judge more.csv
sed 's/,/;/g' b.csv >semicolons.csv
refuses 2 'semicolons.csv:*: commas or tabulators stand between cells, not semicolons*' judge semicolons.csv gyrostat
refuses 2 'no.csv: No such file or directory*' judge no.csv gyrostat
refuses 2 'a.json: a motion is a table of commas or tabulators*' judge a.json gyrostat
sed 's/^# omega: body/# omga: body/' b.csv >wrong.csv
refuses 2 "wrong.csv:8: unknown key 'omga': did you mean 'omega'?*" judge wrong.csv
sed '20s/,/;/' b.csv >wrong.csv
refuses 2 'wrong.csv:20: the row has not as many cells as there are columns*' judge wrong.csv
sed '20s/,/,x/' b.csv >wrong.csv
refuses 2 'wrong.csv:20: no number in the column*' judge wrong.csv
sed '20s/^/-/' b.csv >wrong.csv
refuses 2 'wrong.csv:20: the times do not increase*' judge wrong.csv
sed 's/rotor\.p0/rotor.q0/' b.csv >wrong.csv
refuses 2 "wrong.csv:15: there is no column 'rotor.p0': did you mean 'rotor.q0'?*" judge wrong.csv
sed 's/rotor\.p0/rotor.p1/' b.csv >wrong.csv
refuses 2 'wrong.csv:15: two columns have one name*' judge wrong.csv
grep '^[#t]' b.csv >wrong.csv
sed -n '/^#/p; /^t,/,/^0,/p' b.csv >one.csv
refuses 2 'one.csv: one row alone has no velocities that lag or lead*' judge one.csv --as lag=1
holonomy judge one.csv
[ $status -eq 0 ] && grep -q '^1 rows, t = 0 ... 0 s' out
verdict 'one row is judged'
refuses 2 'wrong.csv:15: there are no rows*' judge wrong.csv

sum_up
