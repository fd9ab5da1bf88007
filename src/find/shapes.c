/* Shapes: the factorisations of the number of nodes, and for every factor whether it is a ring or a line. */
#include "find/shapes.h"

#include "base/base.h"

#include <stdlib.h>

typedef struct list {
    lb_shape *shapes;
    uint64_t count, room;
    int error;
} list;

static void count_edges(lb_shape *s, uint32_t nodes) {
    s->edges = s->open_count = 0;
    for (unsigned i = 0; i < s->dims; i++) {
        s->open_count += s->open[i];
        s->edges += s->radix[i] <= 2 ? nodes / 2 : s->open[i] ? nodes / s->radix[i] * (s->radix[i] - 1) : nodes;
    }
}

/* A ring of 4 is left out, being 2x2; of equal radices the open ones come first, or shapes would come twice. */
static bool is_new(const lb_shape *s) {
    for (unsigned i = 0; i < s->dims; i++) {
        if (s->radix[i] == 4 && !s->open[i])
            return false;
        if (i > 0 && s->radix[i] == s->radix[i - 1] && s->open[i] && !s->open[i - 1])
            return false;
    }
    return true;
}

/* One factorisation, with its rings and lines in every way. */
static void add_all(list *l, const lb_shape *factors, uint32_t nodes) {
    unsigned longer = 0;
    while (longer < factors->dims && factors->radix[longer] > 2)
        longer++;
    for (uint32_t way = 0; way < UINT32_C(1) << longer && !l->error; way++) {
        lb_shape s = *factors;
        for (unsigned i = 0; i < longer; i++)
            s.open[i] = way >> i & 1;
        if (!is_new(&s))
            continue;
        count_edges(&s, nodes);
        l->error = lb_grow((void **)&l->shapes, &l->room, l->count + 1, sizeof *l->shapes);
        if (!l->error)
            l->shapes[l->count++] = s;
    }
}

/* Descending factors, by counting: the last one that can be made smaller is, and what is left is divided anew. */
static bool divide(lb_shape *s, uint32_t left, uint32_t most) {
    while (left > 1) {
        uint32_t factor = most < left ? most : left;
        while (factor > 1 && left % factor != 0)
            factor--;
        if (factor < 2)
            return false;
        s->radix[s->dims++] = factor;
        left /= factor;
        most = factor;
    }
    return true;
}

/* The next factorisation after this one. */
static bool step(lb_shape *s) {
    uint32_t left = 1;
    while (s->dims > 0) {
        uint32_t last = s->radix[--s->dims];
        left *= last;
        for (uint32_t factor = last - 1; factor > 1; factor--) {
            lb_shape next = *s;
            if (left % factor != 0)
                continue;
            next.radix[next.dims++] = factor;
            if (divide(&next, left / factor, factor)) {
                *s = next;
                return true;
            }
        }
    }
    return false;
}

static int by_open(const void *a, const void *b) {
    const lb_shape *x = a, *y = b;
    if (x->open_count != y->open_count)
        return x->open_count < y->open_count ? -1 : 1;
    if (x->dims != y->dims)
        return x->dims < y->dims ? -1 : 1;
    for (unsigned i = 0; i < x->dims; i++) {
        if (x->radix[i] != y->radix[i])
            return x->radix[i] < y->radix[i] ? -1 : 1;
        if (x->open[i] != y->open[i])
            return x->open[i] < y->open[i] ? -1 : 1;
    }
    return 0;
}

int lb_shapes_of(uint32_t nodes, lb_shape **shapes, size_t *count) {
    list l = {.count = 0};
    lb_shape s = {.dims = 0};
    bool more = divide(&s, nodes, nodes);
    if (nodes == 1)
        s.radix[s.dims++] = 1;
    while (more && !l.error) {
        add_all(&l, &s, nodes);
        more = step(&s);
    }
    if (l.error) {
        free(l.shapes);
        return l.error;
    }
    if (l.count > 0)
        qsort(l.shapes, (size_t)l.count, sizeof *l.shapes, by_open);
    *shapes = l.shapes;
    *count = (size_t)l.count;
    return LB_OK;
}
