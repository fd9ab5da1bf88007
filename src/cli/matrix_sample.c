/* Element k of the matrix, counted along the rows, has the value k+1: never nothing. A round shows as many bytes of it
 * as fit an element, the next round the bytes after those, until all have been seen. */
#include "cli/matrix_sample.h"

#include "cli/say.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_BYTES = 8 };

/* All nodes' parts, one behind the other. */
typedef struct parts {
    unsigned char *all;
    void **of;
} parts;

static void free_parts(parts *p) {
    free(p->all);
    free(p->of);
}

static int make_parts(const lb_stored *stored, uint64_t element, parts *p) {
    uint64_t bytes = stored->rows * stored->columns * element; /* which lb_rearrange_create has looked at */
    p->all = calloc(bytes, 1);
    p->of = calloc(stored->nodes, sizeof *p->of);
    if (!p->all || !p->of)
        return cli_fail("memory for the matrix could not be had");
    uint64_t at = 0;
    for (uint32_t v = 0; v < stored->nodes; v++) {
        p->of[v] = p->all + at;
        at += lb_stored_share(stored, v) * element;
    }
    return CLI_OK;
}

static void put_value(uint64_t value, unsigned round, uint64_t element, unsigned char *at) {
    for (uint64_t i = 0; i < element; i++) {
        uint64_t byte = round * element + i;
        at[i] = byte < VALUE_BYTES ? (unsigned char)(value >> 8 * byte) : (unsigned char)(value * 167 + byte);
    }
}

static void fill(const lb_rearrange_facts *f, unsigned round, const parts *p) {
    uint64_t i, j;
    for (uint32_t v = 0; v < f->from.nodes; v++) {
        for (uint64_t k = 0, share = lb_stored_share(&f->from, v); k < share; k++) {
            lb_stored_element(&f->from, v, k, &i, &j);
            put_value(i * f->from.columns + j + 1, round, f->element, (unsigned char *)p->of[v] + k * f->element);
        }
    }
}

/* Every element of the matrix as it was, at the place that is computed from its row and column alone. */
static int compare(const lb_rearrange_facts *f, unsigned round, const parts *p) {
    unsigned char *wanted = malloc(f->element);
    if (!wanted)
        return cli_fail("memory for an element could not be had");
    int status = CLI_OK;
    for (uint64_t i = 0; i < f->from.rows && !status; i++) {
        for (uint64_t j = 0; j < f->from.columns && !status; j++) {
            uint64_t row = i, column = j, local;
            uint32_t node;
            lb_matrix_op_apply(f->op, f->from.rows, f->from.columns, &row, &column);
            lb_stored_place(&f->to, row, column, &node, &local);
            put_value(i * f->from.columns + j + 1, round, f->element, wanted);
            if (memcmp(wanted, (unsigned char *)p->of[node] + local * f->element, f->element) != 0) {
                cli_fail("element (%" PRIu64 ",%" PRIu64 ") has not come to (%" PRIu64 ",%" PRIu64 ") at node %" PRIu32,
                         i, j, row, column, node);
                status = CLI_BROKEN;
            }
        }
    }
    free(wanted);
    return status;
}

/* So that all bytes of the largest value are shown. */
static unsigned rounds_of(const lb_rearrange_facts *f) {
    unsigned bytes = 1;
    for (uint64_t rest = f->from.rows * f->from.columns >> 8; rest; rest >>= 8)
        bytes++;
    return f->element >= bytes ? 1 : (unsigned)((bytes + f->element - 1) / f->element);
}

static int try_round(const lb_rearrange *r, const lb_plan *plan, unsigned round, const parts *before,
                     const parts *after) {
    const lb_rearrange_facts *f = lb_rearrange_facts_of(r);
    lb_why why = {""};
    memset(after->all, 0, f->from.rows * f->from.columns * f->element);
    fill(f, round, before);
    int error = lb_rearrange_move(r, plan, (const void *const *)before->of, after->of, &why);
    return error ? cli_fail_why(error, &why) : compare(f, round, after);
}

int cli_matrix_try(const lb_rearrange *r, const lb_plan *plan) {
    const lb_rearrange_facts *f = lb_rearrange_facts_of(r);
    parts before = {NULL, NULL}, after = {NULL, NULL};
    int status = make_parts(&f->from, f->element, &before);
    if (!status)
        status = make_parts(&f->to, f->element, &after);
    for (unsigned round = 0; round < rounds_of(f) && !status; round++)
        status = try_round(r, plan, round, &before, &after);
    free_parts(&before);
    free_parts(&after);
    return status;
}
