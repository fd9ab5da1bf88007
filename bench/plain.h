/* Collectives as a good programmer writes them by hand for threads that share memory: pointers are published, a
 * barrier, everybody does a share of the work straight from everybody's memory, a barrier.
 *   - Copies go straight from where a block is to where it belongs, each rank beginning with the one after itself.
 *   - Sums are made by slices, in blocks that stay in the nearest cache, and written to all who want them at once.
 *   - A barrier waits as the engine does (run/wait.h). */
#ifndef LB_BENCH_PLAIN_H
#define LB_BENCH_PLAIN_H

#include "linkbound.h"
#include "run/wait.h"

#include <stdatomic.h>

enum { PLAIN_MOST = 1024 };

typedef struct plain {
    lb_task_kind kind;
    uint32_t ranks, processors;
    uint64_t bytes;
    const unsigned char *in[PLAIN_MOST];
    unsigned char *out[PLAIN_MOST];
    _Alignas(64) _Atomic uint32_t arrived;
    _Alignas(64) _Atomic uint32_t round;
    _Atomic uint32_t sleepers;
    struct {
        _Alignas(64) lb_waiter waiter;
    } wait[PLAIN_MOST];
} plain;

void plain_barrier(plain *p, uint32_t me);

/* What the two barriers enclose. Rank 0 is the root. */
void plain_body(const plain *p, uint32_t me);

/* The same with OpenMP's threads and barriers, so many times: seconds for one. Negative: compiled without. */
double plain_openmp(plain *p, unsigned calls, double (*clock)(void));

#endif
