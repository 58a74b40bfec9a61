#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# convert.sh: `holonomy convert` writes XML that other readers take, and says what it leaves out.

. "${srcdir:-.}/tests/verdict.sh"
cd "$work" || exit 1

# leaves PROBLEM FORM [LINE...]: exactly these are left out.
leaves() {
    holonomy convert "$1" --to "$2"
    problem=$1
    form=$2
    shift 2
    for line in "$@"; do echo "holonomy: left out: $line"; done >due
    [ $status -eq 0 ] && cmp -s err due
    verdict "what is left out is listed" "holonomy convert $problem --to $form"
}

# ---- Read by others ----
for problem in slider-crank-3d four-bar car-axis rigid-body; do
    for form in mjcf urdf sdf; do
        holonomy convert $problem --to $form --output "$problem.$form" --quiet
        [ $status -eq 0 ] && [ ! -s err ] && [ ! -s out ]
        verdict 'a file is written' "$problem --to $form"
    done
done
if command -v xmllint >/dev/null; then
    xmllint --noout ./*.mjcf ./*.urdf ./*.sdf 2>err
    status=$?
    [ $status -eq 0 ]
    verdict 'the files are well-formed'
else
    echo 'xmllint is not here: no file is read by it'
fi
if command -v python3 >/dev/null && python3 -c 'import xml.etree.ElementTree' 2>err; then
    python3 - >out 2>err <<'END'
import xml.etree.ElementTree as tree
model = tree.parse("slider-crank-3d.mjcf").getroot()
assert [b.get("name") for b in model.iter("body")] == ["crank", "slider", "rod"]
assert [b.find("inertial").get("mass") for b in model.iter("body")] == ["0.12", "2", "0.5"]
assert len(model.findall("equality/connect")) == 1
robot = tree.parse("slider-crank-3d.urdf").getroot()
children = [j.find("child").get("link") for j in robot.iter("joint")]
assert sorted(children) == ["crank", "rod", "rod.1", "slider"]
assert {j.find("parent").get("link") for j in robot.iter("joint")} == {"world", "slider", "rod.1"}
sdf = tree.parse("slider-crank-3d.sdf").getroot()
assert {j.get("type") for j in sdf.iter("joint")} == {"continuous", "ball", "universal", "prismatic"}
END
    status=$?
    [ $status -eq 0 ]
    verdict 'another reader finds bodies, masses and joints'
else
    echo 'python3 is not here: no file is read by it'
fi
grep -q '<tendon tendon1="axle"/>' car-axis.mjcf && grep -q '<spatial stiffness="1" springlength="0.5" damping="0">' car-axis.mjcf
verdict 'a distance is a tendon of constant length, a spring one with stiffness'

# ---- What is left out ----
leaves slider-crank-3d mjcf
leaves slider-crank-3d urdf "the spherical joint 'B', which closes a loop" 'gravity, (0, 0, -9.81) m/s^2' 'the velocities of the start'
leaves slider-crank-3d sdf
leaves rolling-disc mjcf "the row 'rim.height': the body rolls" "the nonholonomic condition 'rim.slip_a'" "the nonholonomic condition 'rim.slip_b'"
leaves car-axis mjcf "the row 'road.drive': it is driven" "the condition 'upright'" "the condition 'plane_left'" "the condition 'plane_right'"
leaves crank sdf "the force 'torque in body axes' on 'crank'"
leaves flyball mjcf
grep -q '<spatial stiffness="800000" springlength="0.5" damping="40000">' out
verdict 'a spring is written with its damper'
cat >damper.yaml <<'END'
model: damper
bodies:
  - {name: a, shape: point, m: 1, r: [0, 0, 1]}
forces:
  - {type: spring, bodies: [ground, a], points: [[0, 0, 0], [0, 0, 0]], length: 0, stiffness: 0, damping: 3}
END
leaves damper.yaml mjcf
grep -q '<spatial stiffness="0" springlength="0" damping="3">' out
verdict 'a damper without a spring is written, too'
leaves damper.yaml sdf "the force 'damper' on 'a'"
holonomy convert slider-crank-3d --to urdf --json
[ $status -eq 0 ] && [ ! -s err ] && grep -q '"form": "urdf"' out && grep -q '"gravity, (0, 0, -9.81) m/s^2"' out && grep -q '"text": "<?xml version=\\"1.0\\"?>\\n<robot name=\\"slider-crank-3d\\">' out
verdict 'an object has the text and the list'
holonomy convert crank --to sdf -p m1=3 --quiet
[ $status -eq 0 ] && [ ! -s err ] && grep -q '<mass>3</mass>' out
verdict 'parameters are those of the problem'

# ---- Mistakes ----
refuses 64 'to which form? --to mjcf, urdf or sdf*' convert top
refuses 64 "unknown --to 'urd': did you mean 'urdf'?*" convert top --to urd
refuses 64 'which model?*' convert --to urdf
refuses 64 "unknown problem 'tob'*" convert tob --to urdf
refuses 2 "chain: the rod 'rod\[1]' has no moment about its axis, which sdf asks for*" convert chain --to sdf
refuses 65 '--output none/a.xml: No such file or directory*' convert top --to sdf --output none/a.xml

sum_up
