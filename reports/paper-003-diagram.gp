# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 003, Figure 1: continuous mechanics on the left, discrete on the right; from the Lagrangian
# down in generalised coordinates, and along the margins in constrained ones.  Two numbers of the
# findings stand beside what they measure.
width = 900
height = 600
load 'paper-003-style.gp'
set title title font heading_font noenhanced
unset border
unset tics
unset grid
unset key
set margins 1, 1, 1, 3
set xrange [0:900]
set yrange [520:0]
left = 235      # middles of the two columns
right = 665
half = 178      # half a box
array ROW[4] = [75, 205, 335, 465]
tall = 30       # half its height
do for [k = 1:4] {
    do for [x in '235 665'] {
        set object rectangle center x, ROW[k] size 2 * half, 2 * tall \
            fillstyle solid noborder fillcolor rgb (k == 1 ? '#e3e8ec' : '#f3f5f7') behind
    }
}
box = 'center font "'.title_font.'" textcolor rgb ink'
set macros
set label 'continuous' at left, 22 @box
set label 'discrete' at right, 22 @box
set label 'L(v, v̇),   g(v) = 0' at left, ROW[1] @box
set label 'L_d(v_{k+1}, v_k) = L(½(v_{k+1} + v_k), (v_{k+1} − v_k)/h)' at right, ROW[1] - 11 \
    center textcolor rgb ink
set label 'g(v_k) = 0' at right, ROW[1] + 13 center textcolor rgb ink
set label 'L^c(q, q̇) = L(ψ(q), Dψ(q) q̇)' at left, ROW[2] @box
set label 'L_d^c(q_{k+1}, q_k) = L_d(ψ(q_{k+1}), ψ(q_k))' at right, ROW[2] @box
set label 'd/dt ∂L^c/∂q̇ − ∂L^c/∂q = 0' at left, ROW[3] @box
set label 'D_2L_d^c(q_{k+1}, q_k) + D_1L_d^c(q_k, q_{k−1}) = 0' at right, ROW[3] @box
set label 'd/dt ∂L/∂v̇ − ∂L/∂v = D^Tg(v) λ' at left, ROW[4] - 11 @box
set label 'g(v) = 0' at left, ROW[4] + 13 @box
set label 'D_2L_d(v_{k+1}, v_k) + D_1L_d(v_k, v_{k−1}) + D^Tg(v_k) λ_k = 0' at right, ROW[4] - 11 \
    center textcolor rgb ink
set label 'g(v_{k+1}) = 0' at right, ROW[4] + 13 center textcolor rgb ink

# What leads to what: downwards, along the margins, and from continuous to discrete.
set style arrow 1 head filled size 10,18 linecolor rgb ink linewidth 1.4
set style arrow 2 nohead linecolor rgb ink linewidth 1.4
set style arrow 3 head filled size 10,18 linecolor rgb family_colour(family_dvp, 0) \
    linewidth 1.6
set style arrow 4 heads filled size 10,18 linecolor rgb family_colour(family_dvp, 0) linewidth 2.4
do for [x in '235 665'] {
    set arrow from x, ROW[1] + tall to x, ROW[2] - tall arrowstyle 1
    set arrow from x, ROW[2] + tall to x, ROW[3] - tall arrowstyle 1
    set arrow from x, ROW[3] + tall to x, ROW[4] - tall arrowstyle 4
    out = x < 450 ? -1 : 1
    set arrow from x + out * half, ROW[1] to x + out * (half + 32), ROW[1] arrowstyle 2
    set arrow from x + out * (half + 32), ROW[1] to x + out * (half + 32), ROW[4] arrowstyle 2
    set arrow from x + out * (half + 32), ROW[4] to x + out * half, ROW[4] arrowstyle 1
    set label 'constrained coordinates, multipliers' at x + out * (half + 43), ROW[2] + 65 center \
        rotate by 90 font small_font textcolor rgb ink
    set label 'generalised coordinates, v = ψ(q)' at x + 10, 140 left font small_font \
        textcolor rgb ink
}
set label 'variational principle' at left + 10, 270 left font small_font textcolor rgb ink
set label 'discrete variational principle' at right + 10, 270 left font small_font textcolor rgb ink
set arrow from left + half, ROW[1] to right - half, ROW[1] arrowstyle 1
set label '(4.1)' at 450, ROW[1] - 12 center font small_font textcolor rgb ink
set label 'the same v = ψ(q)' at left + 10, 400 left font small_font textcolor rgb ink
set arrow from right - half, ROW[3] to left + half, ROW[3] arrowstyle 3
set arrow from right - half, ROW[4] to left + half, ROW[4] arrowstyle 3
set label 'approximate' at 450, 370 center font small_font textcolor rgb ink
set label 'section 4.5' at 450, 388 center font small_font textcolor rgb ink
data = 'paper-003-diagram.csv'
plot data every ::1 using (right + 10):(400):(sprintf('theorem 4.3.1: apart by %.0e', $1)) \
        with labels left font small_font textcolor rgb family_colour(family_dvp, 0), \
    data every ::1 using (450):(408):(sprintf('order %.2f', $2)) \
        with labels center font small_font textcolor rgb family_colour(family_dvp, 0)
set output
