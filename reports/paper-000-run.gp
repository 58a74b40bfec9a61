# SPDX-License-Identifier: GPL-3.0-or-later
# Figures 6.4 to 6.9 of paper 000, one problem: energies where the total energy is imposed, the
# total energy with and without, and the step sizes. A script sets
#   problem   its name in the file names
width = 900
height = 900
load 'paper-000-style.gp'
imposed = 'paper-000-'.problem.'-imposed.csv'
free = 'paper-000-'.problem.'-free.csv'
set xrange [0:10]
set multiplot layout 3,1 title title font heading_font noenhanced \
    margins 0.115,0.8,(65.6 + strip) / height,1 - 57.4 / height spacing 0,0.07
set key at graph 1.02, 0.5 left center Left reverse samplen 1.5
set format x ''
set ylabel 'energy  [J]'
set ytics autofreq
plot imposed every ::1 using 1:3 with lines linestyle 102 title 'T', \
    imposed every ::1 using 1:4 with lines linestyle 103 title 'U', \
    imposed every ::1 using 1:($3 + $4 - $5) with lines linestyle 101 \
        title 'T + U - W_{ext}'
unset label 98
unset label 99
first_imposed = NaN
first_free = NaN
first_exact = NaN
set ylabel 'total energy less its start  [J]'
plot free every ::1 using 1:(first_free = $0 == 0 ? $3 + $4 - $5 : first_free, $3 + $4 - $5 - first_free) \
        with lines linestyle 2 title 'not imposed', \
    imposed every ::1 using 1:(first_imposed = $0 == 0 ? $3 + $4 - $5 : first_imposed, \
        $3 + $4 - $5 - first_imposed) \
        with lines linestyle 1 title 'imposed', \
    free every ::1 using 1:(first_exact = $0 == 0 ? $3 + $4 - $6 : first_exact, \
        $3 + $4 - $6 - first_exact) \
        with lines linestyle 103 title (problem eq 'pendulum' ? '' : 'not imposed, exact W_{ext}')
set format x '%g'
set xlabel 't  [s]'
set ylabel 'h  [s]'
plot imposed every ::2 using 1:2 with lines linestyle 1 linewidth 1 title 'imposed', \
    free every ::2 using 1:2 with lines linestyle 2 title 'not imposed'
unset multiplot
set output
