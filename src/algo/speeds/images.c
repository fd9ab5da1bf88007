/* Images of tori: trees that are mirrored, or turned, use other links, and all of them together all nearly alike. */
#include "algo/speeds/images.h"

typedef struct like {
    unsigned dims[LB_MAX_DIMS], count;
} like;

static unsigned lanes_of(const lb_net *net, unsigned dim) {
    unsigned lanes = 0;
    for (unsigned p = 0; p < net->ports; p++)
        lanes += net->port_dim[p] == dim;
    return lanes;
}

/* The most dimensions that are alike. */
static like find_like(const lb_net *net) {
    like best = {.count = 0};
    for (unsigned i = 0; i < net->dims; i++) {
        like l = {.count = 0};
        for (unsigned j = 0; j < net->dims && net->radix[i] > 1; j++) {
            if (net->radix[i] == net->radix[j] && lanes_of(net, i) == lanes_of(net, j))
                l.dims[l.count++] = j;
        }
        best = l.count > best.count ? l : best;
    }
    return best;
}

static unsigned turned(const like *l, unsigned dim, unsigned turns) {
    for (unsigned i = 0; i < l->count; i++) {
        if (l->dims[i] == dim)
            return l->dims[(i + turns) % l->count];
    }
    return dim;
}

static void add(lb_images *images, const lb_net *net, const like *l, uint64_t mirrored, unsigned turns) {
    uint8_t *image = images->node[images->count++];
    for (uint32_t v = 0; v < net->nodes; v++) {
        uint32_t at = 0;
        for (unsigned i = 0; i < net->dims; i++) {
            uint32_t r = net->radix[i], x = v / net->stride[i] % r;
            at += (mirrored >> i & 1 ? (r - x) % r : x) * net->stride[turned(l, i, turns)];
        }
        image[v] = (uint8_t)at;
    }
}

/* Few: each of them has start-ups of its own. */
void lb_images_find(lb_images *images, const lb_net *net) {
    like l = find_like(net);
    uint64_t rings = 0;
    for (unsigned i = 0; i < net->dims; i++)
        rings |= net->radix[i] > 2 ? UINT64_C(1) << i : 0;
    unsigned turns = rings || l.count == 0 ? 1 : l.count < LB_IMAGES ? l.count : LB_IMAGES;
    images->count = 0;
    for (unsigned turn = 0; turn < turns; turn++)
        add(images, net, &l, 0, turn);
    if (rings)
        add(images, net, &l, rings, 0);
}
