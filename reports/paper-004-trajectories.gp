# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 004, Figure 2: paths of the mass centres in space; a ring marks the start.
width = 900
height = 640
load 'paper-004-style.gp'
set title title font heading_font noenhanced
set view 65, 40, 1.25, 1
set view equal xyz
set xyplane relative 0.05
set xlabel 'x  [m]'
set ylabel 'y  [m]'
set zlabel 'z  [m]' rotate by 90
set xtics 0.4
set ytics 0.4
set ztics 0.4
set grid ztics
set border 31
set key at screen 0.5, 1 - 56.0 / height center maxrows 1 samplen 3
splot motion every ::1 using 2:3:4 with lines linestyle 101 title 'rotor A', \
    motion every ::1 using 5:6:7 with lines linestyle 102 title 'platform B', \
    motion every ::1::1 using 2:3:4 with points linestyle 101 pointtype 6 notitle, \
    motion every ::1::1 using 5:6:7 with points linestyle 102 pointtype 6 notitle
set output
