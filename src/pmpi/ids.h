/* Numbers that tell networks apart whose messages go by the same communicator: each has the tags of its own number. A
 * number is free for a new network when it is free at all its processes; which, they find out together. */
#ifndef LB_PMPI_IDS_H
#define LB_PMPI_IDS_H

#include <mpi.h>
#include <stdbool.h>

enum { LB_ID_NONE = -1 };

typedef enum lb_agreement {
    LB_AGREED,
    LB_NOT_NOW, /* no number is left, or somebody was busy with another agreement for too long */
    LB_NOT_EVER /* somebody is not ready */
} lb_agreement;

void lb_ids_open(int most_tag);
int lb_ids_slots(void);     /* of a network */
int lb_ids_tags(int id);    /* the first tag */
void lb_ids_return(int id); /* all that was under way with it is complete here */

/* Collective, and comes out the same everywhere. Up to `count` numbers, at least one: *found of them. */
lb_agreement lb_ids_agree(MPI_Comm comm, bool ready, int ids[], int count, int *found);

#endif
