/* Collectives by hand, on memory that threads share: see plain.h. */
#define _GNU_SOURCE
#include "plain.h"

#include <limits.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BLOCK = 2048, LINE = 64 };

void plain_barrier(plain *p, uint32_t me) {
    uint32_t round = atomic_load(&p->round);
    if (atomic_fetch_add(&p->arrived, 1) + 1 == p->ranks) {
        atomic_store_explicit(&p->arrived, 0, memory_order_relaxed);
        atomic_store(&p->round, round + 1);
        if (atomic_load(&p->sleepers))
            syscall(SYS_futex, &p->round, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, INT_MAX, NULL, NULL, 0);
        return;
    }
    lb_wait_begin(&p->wait[me].waiter, p->ranks > p->processors);
    do {
        if (atomic_load(&p->round) != round)
            return;
    } while (lb_wait(&p->wait[me].waiter));
    atomic_fetch_add(&p->sleepers, 1);
    while (atomic_load(&p->round) == round)
        syscall(SYS_futex, &p->round, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, round, NULL, NULL, 0);
    atomic_fetch_sub(&p->sleepers, 1);
}

/* ---- Sums ---- */

static void add_first(uint32_t *restrict to, const uint32_t *restrict a, const uint32_t *restrict b, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        to[i] = a[i] + b[i];
}

static void add(uint32_t *restrict to, const uint32_t *restrict from, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        to[i] += from[i];
}

/* The sum of all ranks' numbers from byte `at` on. */
static void sum_block(const plain *p, uint64_t at, uint64_t size, unsigned char *to) {
    uint32_t *sum = (uint32_t *)(void *)to;
    if (p->ranks == 1) {
        memcpy(to, p->in[0] + at, size);
        return;
    }
    add_first(sum, (const uint32_t *)(const void *)(p->in[0] + at), (const uint32_t *)(const void *)(p->in[1] + at),
              size / 4);
    for (uint32_t v = 2; v < p->ranks; v++)
        add(sum, (const uint32_t *)(const void *)(p->in[v] + at), size / 4);
}

static void reduce_slice(const plain *p, uint32_t me, bool all) {
    uint64_t lines = p->bytes / LINE, at = lines * me / p->ranks * LINE;
    uint64_t end = me + 1 == p->ranks ? p->bytes : lines * (me + 1) / p->ranks * LINE;
    for (; at < end; at += BLOCK) {
        uint64_t size = end - at < BLOCK ? end - at : BLOCK;
        sum_block(p, at, size, p->out[0] + at);
        for (uint32_t v = 1; all && v < p->ranks; v++)
            memcpy(p->out[v] + at, p->out[0] + at, size);
    }
}

static void reduce_block(const plain *p, uint32_t me) {
    for (uint64_t at = 0; at < p->bytes; at += BLOCK)
        sum_block(p, me * p->bytes + at, p->bytes - at < BLOCK ? p->bytes - at : BLOCK, p->out[me] + at);
}

void plain_body(const plain *p, uint32_t me) {
    uint64_t m = p->bytes;
    switch (p->kind) {
    case LB_BROADCAST:
        if (me != 0)
            memcpy(p->out[me], p->out[0], m);
        break;
    case LB_SCATTER: memcpy(p->out[me], p->in[0] + me * m, m); break;
    case LB_GATHER: memcpy(p->out[0] + me * m, p->in[me], m); break;
    case LB_ALLGATHER:
        for (uint32_t i = 0, v = me; i < p->ranks; i++, v = v + 1 < p->ranks ? v + 1 : 0)
            memcpy(p->out[me] + v * m, p->in[v], m);
        break;
    case LB_ALLTOALL:
        for (uint32_t i = 0, v = me; i < p->ranks; i++, v = v + 1 < p->ranks ? v + 1 : 0)
            memcpy(p->out[me] + v * m, p->in[v] + me * m, m);
        break;
    case LB_REDUCE: reduce_slice(p, me, false); break;
    case LB_ALLREDUCE: reduce_slice(p, me, true); break;
    default: reduce_block(p, me);
    }
}

/* ---- OpenMP ---- */

#ifdef _OPENMP
/* All that is used of omp.h, which clang's tools do not find where there is only gcc's. */
int omp_get_thread_num(void);

double plain_openmp(plain *p, unsigned calls, double (*clock)(void)) {
    double seconds = 0;
#pragma omp parallel num_threads((int)p->ranks)
    {
        uint32_t me = (uint32_t)omp_get_thread_num();
#pragma omp barrier
        double start = clock();
        for (unsigned i = 0; i < calls; i++) {
#pragma omp barrier
            plain_body(p, me);
#pragma omp barrier
        }
        if (me == 0)
            seconds = (clock() - start) / calls;
    }
    return seconds;
}
#else
double plain_openmp(plain *p, unsigned calls, double (*clock)(void)) {
    (void)p;
    (void)calls;
    (void)clock;
    return -1;
}
#endif
