# mechanics/acceleration.c: the reaction turns the last body the wrong way, (28) of paper 004 as printed; caught by test_paper_004 at length
/^static hol_status solve_saddle(/i static void as_printed(const hol_pattern *P, int body, double Gr[])\
{\
    for (int i = 0; i < P->rows && i < 3; i++)\
        for (int k = P->start[i]; k < P->start[i + 1]; k++)\
            if (P->col[k] >= body) Gr[k] = -Gr[k];\
}\

s/if ((status = hol_saddle_set_B(solver, Gr))) return status;/as_printed(\&sys->Gr, sys->nr - 3, (double *)Gr); if ((status = hol_saddle_set_B(solver, Gr))) return status; as_printed(\&sys->Gr, sys->nr - 3, (double *)Gr);/
s/hol_saddle_new(&sys->Mr, &sys->Gr, HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC,/hol_saddle_new(\&sys->Mr, \&sys->Gr, HOL_SADDLE_DEFINITE,/
