/* Collectives timed on a network of namespaces: Linkbound's beside MPI's own, one after the other in one run.
 *
 *     measure.c   options, one point after another
 *     calls.c     the collectives, both ways, and whether they did what they should
 *     time.c      a common start, the last rank's end, medians
 *     links.c     what the plan says that each link carries, and what its interface counted
 *     report.c    lines for people, and JSON lines */
#ifndef NETNS_MEASURE_H
#define NETNS_MEASURE_H

#include "linkbound-mpi.h"

enum { MAX_REPEATS = 101, MAX_SIZES = 8, MAX_NODES = 64 };

typedef struct call {
    const char *name, *mpi; /* ours, MPI's */
    lb_task_kind kind;
} call;

extern const call calls[];
extern const unsigned call_count;

typedef struct options {
    const char *network, *json, *links, *label;
    uint64_t sizes[MAX_SIZES];
    uint64_t whole; /* one size more where a block is the whole message; 0: none */
    unsigned size_count, repeats;
    uint32_t chosen;        /* bit for each call */
    double rate, beta, gap; /* Mbit/s, ns; gap < 0: as beta */
    unsigned mtu, burst;    /* of the limiters of links; burst 0: they are none */
    uint64_t chunk;
    bool chunked; /* chunk was given */
    bool tune;
} options;

typedef struct bench {
    options set;
    int rank, size;
    lb_mpi_net *net;
    lb_mpi_profile profile;
    FILE *json, *links; /* rank 0 */
    uint32_t *in, *out; /* room for the largest */
    int plugs[LB_MAX_PORTS], plug_in;
    unsigned plug_count;
    int failed; /* wrong data, or links that did not carry what they should */
} bench;

/* One collective at one size. Times in seconds. */
typedef struct series {
    double sample[MAX_REPEATS];
    unsigned count;
    double median, least, most, low, high; /* low, high: quartiles */
} series;

typedef struct point {
    const call *call;
    uint64_t bytes;
    double bound;
    char algorithm[64];
    series ours, native;
} point;

typedef struct carried { /* bytes, by node * ports + port */
    uint64_t plan[MAX_NODES * LB_MAX_PORTS], seen[MAX_NODES * LB_MAX_PORTS];
    unsigned repeats;
    double least, most; /* what is beyond the plan, as a part of it, on links that carry something */
    unsigned bad;       /* links */
} carried;

/* One call; root 0, elements of 4 bytes, summed where they are. false: the data is not what it should be. */
int run_call(bench *b, const call *c, uint64_t bytes, bool ours);
void fill_in(bench *b, const call *c, uint64_t bytes);
bool right_out(const bench *b, const call *c, uint64_t bytes);
uint64_t room_for(uint64_t bytes, int ranks);

bool open_plugs(bench *b);
void time_point(bench *b, point *p);

/* Repeats the call, and compares. false: something failed that is not a link's. */
bool watch_links(bench *b, point *p, carried *c);

void say_header(const bench *b);
void say_point(const bench *b, const point *p);
void say_links(const bench *b, const point *p, const carried *c);

#endif
