# mechanics/joint_reactions.c: displacements of a large joint count in metres beside its turns; caught by test_joint_coordinates
s/(c < l->centre ? a->length : 1)/1/
