# mechanics/joint_reactions.c: the reaction of a joint is not passed on to the body before; caught by test_joint_coordinates
s/take(&full->G, G, r, mu\[r\], left);$/if (!tree->taken[full->model->row[r].joint]) take(\&full->G, G, r, mu[r], left);/
