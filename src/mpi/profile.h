/* Profiles and their files, as far as the public header does not have them. */
#ifndef LB_MPI_PROFILE_H
#define LB_MPI_PROFILE_H

#include "linkbound-mpi.h"

#include <stdio.h>

/* As lb_mpi_profile_find, and says where: 0, it is that of the file `path`; LB_PROFILE_UNWANTED, LINKBOUND_PROFILE is
 * none; LB_PROFILE_MISSING, there is no file, and would be at `path` ("": nowhere); or an lb_error. */
enum { LB_PROFILE_UNWANTED = 1, LB_PROFILE_MISSING = 2 };
int lb_mpi_profile_look(lb_mpi_profile *profile, char *path, size_t size, lb_why *why);
int lb_mpi_profile_keep(const char *path, const lb_mpi_profile *profile, const char *remarks, lb_why *why);
int lb_mpi_profile_possible(const char *path, lb_why *why); /* LB_ERR_IO: it cannot be written there */
/* A profile as its file has it; false: it could not be written. */
bool lb_mpi_profile_print(FILE *file, const lb_mpi_profile *profile);

#endif
