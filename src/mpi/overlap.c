/* By how much collectives miss their formulas where several messages are under way on a link, and how many there may
 * be. A formula has one packet after the other; what is under way together hides latencies, and shares the link. What
 * is said here was measured on simulated links (docs/simgrid.md), in multiples of the time of a block and of a
 * start-up.
 */
#include "mpi/overlap.h"

#include <math.h>

typedef struct shape {
    unsigned dims; /* with links */
    uint32_t least, most, diameter;
    bool even, odd; /* all rings */
} shape;

static shape shape_of(const lb_net *net) {
    uint32_t diameter = lb_diameter(net);
    shape s = {.even = true, .odd = true, .diameter = diameter};
    if (!lb_net_is_torus(net)) /* whose ways are as long as those of a ring */
        return (shape){.dims = 1, .least = 2 * diameter, .most = 2 * diameter, .diameter = diameter, .even = true};
    for (unsigned dim = 0; dim < lb_net_dims(net); dim++) {
        uint32_t radix = lb_net_radix(net, dim);
        if (radix < 2)
            continue;
        s.dims++;
        s.least = s.least && s.least < radix ? s.least : radix;
        s.most = radix > s.most ? radix : s.most;
        s.even &= radix % 2 == 0;
        s.odd &= radix % 2 == 1;
    }
    return s;
}

/* ---- How many may be under way ---- */

/* Where messages under way share a link, those of a pipeline would all arrive with the last of them. If each begins
 * when the link is through with the one before, as many may be under way as the latency has room for, and each arrives
 * as soon as if it were alone. Limited ports have no rate of their own. */
bool lb_pipeline_is_paced(const lb_mpi_net *net) {
    const lb_mpi_profile *profile = &net->set.profile;
    return profile->shared && !profile->chunk && profile->window > LB_MPI_STAGGERED &&
           (!profile->ports || profile->ports >= lb_net_ports(net->net));
}

/* On rings of two hops at most; of blocks that take longer than four start-ups only where no ring is odd and has two
 * hops: the far ones would come late, having shared their links with the near ones. */
bool lb_gather_is_free(const lb_mpi_net *net, double block, double beta) {
    shape s = shape_of(net->net);
    return s.most <= 4 || (s.most == 5 && block < 4 * beta);
}

/* Where a plan keeps all links busy all the time it is best to send its packets one by one: what shares a link with the
 * first, which has the longest way, holds it up. Elsewhere there are gaps to be filled. */
double lb_scatter_together(const lb_mpi_net *net) {
    shape s = shape_of(net->net);
    if (s.odd || (s.most == 2 && s.dims <= 3))
        return 0;
    return s.most == 2 || s.dims == 1 ? 0.5 : 1.5;
}

/* ---- What it takes ---- */

/* What is near arrives while the rest is on its way: it is nearly the bound. */
double lb_gather_time(const lb_mpi_net *net, double formula, double bound, double block, double beta, bool rotated) {
    shape s = shape_of(net->net);
    double late = s.diameter < 5 ? 0 : 6 * fmax(0, block - 0.32 * beta); /* so many meet at the root */
    double more = fmin(0.75 * block + late, (s.diameter < 5 ? 0.5 : 1.2) * beta);
    if (!lb_gather_is_free(net, block, beta))
        return formula;
    if (s.most == 5) {
        double hidden = fmin(s.diameter - 2.0, 2) * fmin(1, 1.5 * block / beta) * fmin(1, 2 - block / beta / 2);
        return fmin(formula, fmax(bound, formula - hidden * beta));
    }
    if (s.least < s.most)
        more = fmax(fmin(1.1 * block, 0.7 * beta), block / 4);
    else if (rotated)
        more = s.diameter > 4 && block > beta ? beta / 2 : fmin(1.5 * block + late, (s.diameter < 5 ? 1 : 1.7) * beta);
    if (block > 4 * beta && s.least == s.most && s.diameter < 5)
        more = 0;
    return fmin(formula, bound + more);
}

/* Gathered by trees, dimension by dimension, on rings of different lengths or of 5: each dimension but one hides a
 * start-up, once blocks take nearly as long. */
double lb_gather_tree_time(const lb_mpi_net *net, double formula, double bound, double block, double beta) {
    shape s = shape_of(net->net);
    double hidden = (s.dims - 0.6) * fmin(beta, 1.2 * block);
    bool hides = lb_gather_is_free(net, block, beta) && s.dims <= 3 && (s.least < s.most || s.most == 5);
    return hides ? fmin(formula, fmax(bound, formula - hidden)) : formula;
}

/* Blocks for the nodes that are near follow the others in less than a start-up. */
double lb_scatter_time(const lb_mpi_net *net, double formula, double block, double beta) {
    shape s = shape_of(net->net);
    double data = formula - s.diameter * beta;
    if (!s.even || s.least < 4 || s.dims < 2 || block > 1.7 * beta || data < 0)
        return formula;
    return formula - fmin(beta, 0.45 * data);
}

/* A broadcast in two halves, the first of them straight: on long rings those who are near pass on what they have got
 * while the others wait for theirs, and hold it up. Half of all blocks leave the root by one link. */
double lb_halves_more(const lb_mpi_net *net, double block) {
    uint32_t hops = shape_of(net->net).most / 2;
    return hops > 3 ? net->nodes / 2.0 * block * fmin(1, (hops - 3) / 6.0) : 0;
}
