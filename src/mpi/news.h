/* What a gossip brings. */
#ifndef LB_MPI_NEWS_H
#define LB_MPI_NEWS_H

#include "linkbound-mpi.h"

/* Of n processes that bring so many bytes each, with room for them; NULL: no memory. */
lb_mpi_news *lb_news_make(const uint64_t *lengths, int n);

#endif
