/* Where a layout puts an element, worked out from its definition alone. */
#include "support/matrices.h"

const lb_layout layouts[LAYOUTS] = {
    {LB_BY_ROWS, false, false},       {LB_BY_ROWS, false, true},     {LB_BY_ROWS, true, false},
    {LB_BY_ROWS, true, true},         {LB_BY_COLUMNS, false, false}, {LB_BY_COLUMNS, false, true},
    {LB_BY_COLUMNS, true, false},     {LB_BY_COLUMNS, true, true},   {LB_BY_SUBMATRICES, false, false},
    {LB_BY_SUBMATRICES, false, true},
};

const uint64_t matrix_sizes[MATRIX_SIZES][2] = {{1, 1},   {2, 2},   {3, 3}, {5, 5}, {8, 8},
                                                {16, 16}, {17, 17}, {6, 9}, {32, 1}};

static uint32_t whole_root(uint32_t n) {
    uint32_t s = 0;
    while (s * s < n)
        s++;
    return s;
}

bool layout_possible(lb_layout l, uint32_t nodes) {
    return l.by != LB_BY_SUBMATRICES || whole_root(nodes) * whole_root(nodes) == nodes;
}

static uint32_t gray(lb_layout l, uint32_t x) {
    return l.gray ? x ^ (x >> 1) : x;
}

uint32_t layout_owner(lb_layout l, uint64_t rows, uint64_t columns, uint32_t n, uint64_t i, uint64_t j) {
    if (l.by == LB_BY_SUBMATRICES) {
        uint32_t s = whole_root(n);
        return gray(l, (uint32_t)(i * s / rows)) * s + gray(l, (uint32_t)(j * s / columns));
    }
    uint64_t line = l.by == LB_BY_ROWS ? i : j, lines = l.by == LB_BY_ROWS ? rows : columns;
    return gray(l, (uint32_t)(l.striped ? line % n : line * n / lines));
}

lb_rearrange *make_rearrange(const char *network, lb_matrix_op op, uint64_t size, lb_layout from, lb_layout to) {
    lb_net *net = t_net(network);
    lb_stored s;
    lb_rearrange *r;
    T_EQUAL(lb_stored_make(size, size, from, lb_net_nodes(net), &s, NULL), 0);
    T_EQUAL(lb_rearrange_create(net, op, &s, to, 8, &r, NULL), 0);
    lb_net_free(net);
    return r;
}
