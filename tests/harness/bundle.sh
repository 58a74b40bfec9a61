#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bundle.sh: a plan's runs in a folder that another place makes again: what is in it, that its
# digests are those of other programs, that what differs is found and counted in ulps.

. "${srcdir:-.}/tests/verdict.sh"
cd "$work" || exit 1
patience=$((2 * patience)) # a sweep is longer than a run

mkdir -p mine/models
cp "$srcdir/examples/double-spherical-pendulum.yaml" mine/models/own.yaml
# A model of a name that no problem has, a true motion of its own beside it, a blank in the file's name.
cat >'mine/models/of mine.yaml' <<'END'
model: of-mine
bodies:
  - {name: mass, shape: point, m: 1.5, r: [1.1, 0, 0]}
joints:
  - {name: rod, type: distance, bodies: [ground, mass], points: [[0, 0, 0], [0, 0, 0]], length: 1.1}
forces:
  - {type: gravity, g: [0, 0, -9.81]}
END
ends 0 reference 'mine/models/of mine.yaml' --until 0.5 --output mine/models/motion.ref
echo 'reference: motion.ref' >>'mine/models/of mine.yaml'
cat >mine/plan.yaml <<'END'
title: A title of "two" words
runs:
  - {problem: rigid-body, methods: [shake, dvp], step: [0.01, 0.005], until: 1, series: 5}
  - {problem: pendulum, method: rk4-baumgarte, step_factor: 2, until: 1, ladder: 1e-7, repeats: 0}
  - {problem: models/own.yaml, method: shake, step: 0.01, until: 0.5, motion: 4}
  - {problem: "models/of mine.yaml", method: dvp, step: 0.01, until: 0.5}
END
ends 0 sweep mine/plan.yaml --store all.sqlite --no-derive
runs=$(sed -n 's/^\([0-9]*\) runs: .*/\1/p' err)
echo 'runs: [{problem: pendulum, method: shake}]' >other.yaml
ends 0 sweep other.yaml --store all.sqlite --no-derive --quiet

# ---- What is in it ----
ends 0 bundle all.sqlite --plan mine/plan.yaml --output paper --license https://creativecommons.org/licenses/by/4.0/
[ "$(cat out)" = "paper: $runs runs in 9 files" ]
verdict 'a bundle has the runs of its plan, and no others'
cmp -s mine/plan.yaml paper/plan.yaml && cmp -s mine/models/own.yaml paper/models/own.yaml &&
    cmp -s 'mine/models/of mine.yaml' 'paper/models/of mine.yaml' && cmp -s mine/models/motion.ref paper/models/motion.ref
verdict 'the plan, its models and their true motions are in it'
(cd paper && sha256sum -c SHA256SUMS) >log 2>&1 && [ "$(grep -c ': OK$' log)" -eq 8 ]
verdict 'the digests are those of sha256sum'
[ "$(cd paper && find . -type f | wc -l)" -eq 9 ]
verdict 'no other file is in it'
if command -v python3 >/dev/null; then
    python3 - >log 2>&1 <<'END'
import json, os, urllib.parse
crate = json.load(open("paper/ro-crate-metadata.json"))
assert crate["@context"] == "https://w3id.org/ro/crate/1.1/context"
node = {n["@id"]: n for n in crate["@graph"]}
assert len(node) == len(crate["@graph"])
about = node["ro-crate-metadata.json"]
assert about["conformsTo"]["@id"] == "https://w3id.org/ro/crate/1.1" and about["about"]["@id"] == "./"
root = node["./"]
assert root["@type"] == "Dataset" and root["name"] == 'A title of "two" words'
assert root["license"]["@id"].startswith("https://creativecommons.org/") and root["datePublished"]
parts = {p["@id"] for p in root["hasPart"]}
there = {urllib.parse.quote(os.path.relpath(os.path.join(d, f), "paper")) for d, _, fs in os.walk("paper") for f in fs}
assert parts == there - {"ro-crate-metadata.json"}, (parts, there)
for name in parts - {"SHA256SUMS"}:
    assert int(node[name]["contentSize"]) == os.path.getsize("paper/" + urllib.parse.unquote(name)), name
def ids(x):
    if isinstance(x, dict):
        if set(x) == {"@id"}: yield x["@id"]
        else:
            for v in x.values(): yield from ids(v)
    elif isinstance(x, list):
        for v in x: yield from ids(v)
assert all(i in node or i.startswith("https://") for i in ids(crate["@graph"]))
build = json.load(open("paper/builds.json"))["builds"]
assert len(build) == 1 and build[0]["cpu"] and build[0]["runs"] > 0
END
    verdict 'the metadata are an RO-Crate of these files'
fi

# ---- Made again, elsewhere ----
mkdir elsewhere
mv paper elsewhere/moved
cd elsewhere || exit 1
ends 0 bundle moved --rerun -j 2 --no-derive
grep -q "^$runs runs in both, 0 only in .*, 0 only in .*; 0 of the $runs differ" "$work/out" && ! grep -q '^column' "$work/out"
verdict 'all numbers of a bundle come again'
ends 64 bundle moved --rerun --no-derive --store moved/results.sqlite
grep -q '^holonomy: moved/results.sqlite: is the store of the bundle itself' "$work/err"
verdict 'a bundle is not compared with itself'
cp moved/SHA256SUMS whole
sed -i '/results.sqlite/d' moved/SHA256SUMS
ends 65 bundle moved --rerun --no-derive
grep -q '^holonomy: moved/SHA256SUMS: has no digest of results.sqlite$' "$work/err"
verdict 'a file that is not signed is told'
mv whole moved/SHA256SUMS
if command -v sqlite3 >/dev/null; then
    # 1 and the second number after it; the least numbers above and below 0.
    sqlite3 moved/results.sqlite "UPDATE runs SET energy = 1.0, gv = pow(2, -1074) WHERE method = 'dvp' AND h = 0.005"
    sqlite3 rerun.sqlite "UPDATE runs SET energy = 1.0 + pow(2, -51), gv = -pow(2, -1074) WHERE method = 'dvp' AND h = 0.005"
    (cd moved && sha256sum README.md builds.json models/* plan.yaml results.sqlite ro-crate-metadata.json >SHA256SUMS)
    ends 1 bundle moved --rerun --no-derive --quiet
    grep -Eq '^runs\.energy +1 +2 ' "$work/out" && grep -Eq '^runs\.gv +1 +2 ' "$work/out" && [ "$(grep -c '^[a-z]*\.' "$work/out")" -eq 2 ]
    verdict 'what differs has its ulps'
    ends 0 bundle moved --rerun --no-derive --quiet --tolerance 2
    ends 1 bundle moved --rerun --no-derive --quiet --tolerance 1
    ends 0 bundle moved --rerun --no-derive --quiet --tolerance 2 --json
    [ "$(grep -c '"ulps": 2,\{0,1\}$' "$work/out")" -eq 2 ]
    verdict 'and as JSON'
fi
echo >>moved/models/own.yaml
ends 65 bundle moved --rerun --no-derive
grep -q '^holonomy: moved/models/own.yaml: is not the file that was bundled$' "$work/err"
verdict 'a file that was changed is named'
cd .. || exit 1

# ---- Mistakes ----
ends 64 bundle
ends 64 bundle all.sqlite
ends 65 bundle nowhere.sqlite --plan mine/plan.yaml
ends 65 bundle nowhere --rerun
ends 2 bundle all.sqlite --plan nowhere.yaml
ends 65 bundle all.sqlite --plan mine/plan.yaml --output mine
grep -q '^holonomy: mine: File exists$' err
verdict 'nothing is bundled into a folder that is there'
sed 's/0.005]/0.005, 0.004]/' mine/plan.yaml >mine/grown.yaml
ends 65 bundle all.sqlite --plan mine/grown.yaml --output none
grep -q 'all.sqlite: lacks 2 runs of the plan: `holonomy sweep mine/grown.yaml --store all.sqlite` makes them' err && [ ! -e none ]
verdict 'what the store lacks is told before anything is made'
mkdir apart
sed 's|models/|../mine/models/|' mine/plan.yaml >apart/plan.yaml
ends 65 bundle all.sqlite --plan apart/plan.yaml --output none
grep -q 'a bundle has models from the folder of the plan' err
verdict 'a model from outside the folder of the plan is refused'

sum_up
