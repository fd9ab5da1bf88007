/* Exchanges between processes, and what they take: for tune.c. All have the same numbers. */
#ifndef LB_MPI_MEASURE_H
#define LB_MPI_MEASURE_H

#include "mpi/net.h"

enum { LB_BENCH_SMALL = 8, LB_BENCH_LARGE = 1 << 20, LB_BENCH_MANY = 64, LB_BENCH_TRIALS = 5 };

typedef struct lb_bench {
    lb_mpi_net *net;
    unsigned char *out, *in; /* LB_BENCH_LARGE bytes for every port */
    MPI_Request *requests;
    MPI_Status *statuses; /* not looked at */
    int room;
    uint32_t far;        /* not neighbours but those that lie so far exchange; 0: neighbours */
    int large, middle;   /* bytes of long exchanges, and a quarter of it */
    double begin, spent; /* seconds: since when, and how many by the slowest process's clock, the same everywhere */
    double limit, slice; /* seconds for it all, and for a measurement; INFINITY: as many as it takes */
    bool alone;          /* of these only rank 0 sends */
} lb_bench;

/* MPI error codes. */
int lb_bench_open(lb_bench *b, double seconds); /* with its network; for so long. To be closed also where it fails */
void lb_bench_close(lb_bench *b);
/* Nanoseconds that an exchange takes, of `bytes` each way on the first ports, in messages of `chunk` bytes (0: in one).
 */
int lb_bench_measure(lb_bench *b, unsigned ports, int bytes, int chunk, double *ns);
int lb_bench_trial(lb_bench *b, unsigned ports, int bytes, int chunk, int repeats, double *ns); /* of so many, once */

bool lb_bench_goes_on(const lb_bench *b, int code);                               /* whether there is time left */
void lb_bench_afford(const lb_bench *b, double first, int *trials, int *repeats); /* how many there is time for */
int lb_bench_peer(const lb_bench *b, unsigned port, bool sends);
bool lb_bench_usable(const lb_bench *b, unsigned port, bool sends);
uint32_t lb_farthest(const lb_net *net); /* from node 0: half way around every ring or along every line */

#endif
