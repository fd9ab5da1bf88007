/* What processes say on standard error, for tests of it: each one's goes to a file, which the others read. */
#ifndef LB_TEST_MPI_HEARING_H
#define LB_TEST_MPI_HEARING_H

#include "support.h"

enum { HEARD_MOST = 16, HEARD_ROOM = 16384 }; /* processes; bytes */

void hear_begin(world *w); /* collective over w->comm */
void hear_end(world *w);   /* collective; failures that were told meanwhile are on standard error again */

/* From here on: what was said before is forgotten, and no process goes on before all do. Collective. */
void listen_now(const world *w);
void heard(int rank, char text[HEARD_ROOM]); /* what a process has said since */
bool has_said(int rank, const char *part);
bool wait_until_said(int rank, const char *part); /* for a minute */
bool wait_until_either(int rank, const char *part, const char *other);
void nap(long milliseconds);

#endif
