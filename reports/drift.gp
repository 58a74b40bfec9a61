# SPDX-License-Identifier: GPL-3.0-or-later
# Energy error up to a time against that time, both in logarithms, with the fitted law t^s.
load 'methods.gp'
load 'problem-'.name.'.gp'
quantity = 'largest |E − E(0)| up to t  [J]'
most = energy_max
fitted_from = t_end / 32 # five octaves
law(t) = MOST[k] > 0 && t >= fitted_from ? MOST[k] * (t / t_end) ** EXPONENT[k] : NaN
thick(c) = column(7)
thin(c) = law(column(1))
thick_name = 'energy'
thin_name = 'fitted law t^s'
array DRAWN[METHODS]
do for [k = 1:METHODS] {
    DRAWN[k] = energy_DRAWN[k]
    if (strlen(LAW[k])) {
        both = NOTE[k].'; '.LAW[k]
        NOTE[k] = strlen(both) < 44 ? both : LAW[k] # what fits above a panel
    }
}
logarithmic = 1
load 'multiples.gp'
