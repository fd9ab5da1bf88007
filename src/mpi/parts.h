/* Sides whose types differ from block to block. MPI error codes. */
#ifndef LB_MPI_PARTS_H
#define LB_MPI_PARTS_H

#include "mpi/request.h"

int lb_side_set_w(lb_mpi_net *net, lb_side *side, const void *at, lb_list counts, lb_list displs,
                  const MPI_Datatype types[], int n);

/* For w-collectives; nothing for others. keep: types are duplicated, as the user may free his. */
int lb_parts_take(lb_mpi_net *net, lb_side *side, lb_room *room, bool keep);
void lb_parts_drop(lb_side *side);

#endif
