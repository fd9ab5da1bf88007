/* The kinds of ways that packets of a scan are tried on. */
#ifndef LB_SCAN_KINDS_H
#define LB_SCAN_KINDS_H

#include "algo/scan/way.h"

#define LB_SCAN_KINDS  256
#define LB_SCAN_PHASES 27
#define LB_SCAN_SPARE  300

typedef enum lb_scan_style { LB_SCAN_MIDDLES, LB_SCAN_ENDS, LB_SCAN_ROUND, LB_SCAN_ALL } lb_scan_style;

/* How packets go: inward in the lowest dimensions, by exchange in the others. */
typedef struct lb_scan_kind {
    unsigned single, twos; /* dimensions with links that go inward to one digit; after them, to two */
    uint32_t parts;        /* in which the others exchange */
    lb_scan_style style;   /* where rings are summed up to */
    bool chain;            /* none of this: from node to node */
    uint32_t steps;        /* when all packets are of this kind */
} lb_scan_kind;

typedef struct lb_scan_kinds {
    const lb_net *net;
    unsigned dims[LB_MAX_DIMS], ndims; /* with links */
    lb_scan_kind at[LB_SCAN_KINDS];
    unsigned count;
    lb_scan_way
        *woven; /* LB_SCAN_KINDS * LB_SCAN_PHASES; no moves: not yet; then two of each packet's own, then spare ones */
    uint32_t nwoven;
} lb_scan_kinds;

int lb_scan_kinds_begin(lb_scan_kinds *kinds, const lb_net *net, uint32_t packets);
void lb_scan_kinds_end(lb_scan_kinds *kinds);

/* How many phases of a kind differ: which ends of rings are taken. */
unsigned lb_scan_phases(const lb_scan_kind *kind);

/* The modes of a way of some kind, one for each dimension with links. */
void lb_scan_modes_of(const lb_scan_kinds *kinds, uint32_t way, lb_scan_mode *modes);

/* Some mode for a ring of r nodes. */
lb_scan_mode lb_scan_some_mode(uint32_t r, uint64_t *chance);

/* Weaves a packet's own way, the one of two that is not `but`. */
int lb_scan_own_way(lb_scan_kinds *kinds, const lb_scan_mode *modes, uint32_t packet, uint32_t but, uint32_t *way);

/* Weaves some way in the place of a spare one. */
int lb_scan_some_way(lb_scan_kinds *kinds, uint32_t spare, uint64_t *chance, uint32_t *way);

/* Which of the woven ways is of this kind and phase (any number); it is woven when it is first asked for. */
int lb_scan_way_of(lb_scan_kinds *kinds, unsigned kind, unsigned phase, uint32_t *way);

#endif
