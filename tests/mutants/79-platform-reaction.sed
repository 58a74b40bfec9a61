# mechanics/reduce.c: the reaction turns the last body the wrong way, (28) of paper 004 as printed; caught by test_paper_004 at length
/^static hol_status solve_by(/i static bool as_printed(const hol_pattern *P, int body, double Gr[])\
{\
    for (int i = 0; i < P->rows && i < 3; i++)\
        for (int k = P->start[i]; k < P->start[i + 1]; k++)\
            if (P->col[k] >= body) Gr[k] = -Gr[k];\
    return true;\
}\

s/!(status = hol_saddle_set_B(solver, Gr)) &&/as_printed(\&sys->Gr, sys->nr - 3, Gr) \&\& & as_printed(\&sys->Gr, sys->nr - 3, Gr) \&\&/
s/hol_saddle_new(&sys->Mr, &sys->Gr, HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC,/hol_saddle_new(\&sys->Mr, \&sys->Gr, HOL_SADDLE_DEFINITE,/
