/* Linkbound: matrices that lie on the nodes of a network, and what must be sent to turn or re-store them.
 *
 *     lb_stored from; lb_layout rows; lb_rearrange *r; lb_plan *plan;
 *     lb_layout_parse("rows:blocked:gray", &rows, NULL);
 *     lb_stored_make(512, 512, rows, lb_net_nodes(net), &from, NULL);
 *     lb_rearrange_create(net, LB_TRANSPOSE, &from, rows, sizeof(double), &r, NULL);
 *     lb_plan_create(lb_rearrange_task(r), NULL, &plan, NULL);
 *     lb_rearrange_move(r, plan, before, after, NULL);
 *
 * Errors, memory and threads are as in linkbound.h. */
#ifndef LINKBOUND_MATRIX_H
#define LINKBOUND_MATRIX_H

#include "linkbound.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Layouts ------------------------------------------------------------------------------------------------ */

typedef enum lb_by { LB_BY_ROWS, LB_BY_COLUMNS, LB_BY_SUBMATRICES } lb_by;

/* The rows, the columns, or both, are dealt into parts as evenly as can be; of L lines and p parts line i is in
 *     blocked    part floor(i*p/L): consecutive lines
 *     striped    part i mod p (rows and columns only)
 * By rows (columns) there are n parts, and part x is at node G(x). By submatrices there are s x s parts, s*s = n, and
 * part (x,y) is at node G(x)*s + G(y). G is the identity or the reflected Gray code, for which n (s) is a power of
 * two. */
typedef struct lb_layout {
    lb_by by;
    bool striped, gray;
} lb_layout;

/* "rows:blocked:gray": rows, columns or submatrices, then in any order blocked or striped, identity or gray. What is
 * not said is blocked and identity. */
LB_API int lb_layout_parse(const char *text, lb_layout *layout, lb_why *why);
/* "rows:blocked:gray"; as snprintf. layout.by is one of the three. */
LB_API int lb_layout_text(lb_layout layout, char *buffer, size_t size);

/* A matrix as it is stored. The elements of a node are numbered along its rows: its local indices.
 * lb_stored_make fills it in; the other functions take it as that has made it. */
typedef struct lb_stored {
    uint64_t rows, columns;
    lb_layout layout;
    uint32_t nodes;
    uint32_t down, across; /* parts of the rows and of the columns; their product is nodes */
} lb_stored;

#define LB_MAX_LINES (UINT64_C(1) << 32)

/* LB_ERR_ARG: no rows or columns, or a layout that so many nodes cannot have. */
LB_API int lb_stored_make(uint64_t rows, uint64_t columns, lb_layout layout, uint32_t nodes, lb_stored *stored,
                          lb_why *why);
/* How many elements a node (below nodes) has; may be 0. */
LB_API uint64_t lb_stored_share(const lb_stored *stored, uint32_t node);
/* Where an element is (row < rows, column < columns), and which it is (node < nodes, local < its share). */
LB_API void lb_stored_place(const lb_stored *stored, uint64_t row, uint64_t column, uint32_t *node, uint64_t *local);
LB_API void lb_stored_element(const lb_stored *stored, uint32_t node, uint64_t local, uint64_t *row, uint64_t *column);

/* ---- Operations --------------------------------------------------------------------------------------------- */

/* Element (i,j) of R x C goes to: */
typedef enum lb_matrix_op {
    LB_TRANSPOSE,    /* (j, i) of C x R */
    LB_QUARTER_TURN, /* (j, R-1-i) of C x R: clockwise */
    LB_HALF_TURN,    /* (R-1-i, C-1-j) */
    LB_RESTORE,      /* (i, j): only the layout changes */
    LB_MATRIX_OPS
} lb_matrix_op;

LB_API int lb_matrix_op_parse(const char *name, lb_matrix_op *op); /* "transpose", "quarter-turn"; LB_ERR_ARG */
/* op below LB_MATRIX_OPS. */
LB_API const char *lb_matrix_op_name(lb_matrix_op op);
/* Where it puts element (*i,*j), *i < rows and *j < columns of the matrix before. */
LB_API void lb_matrix_op_apply(lb_matrix_op op, uint64_t rows, uint64_t columns, uint64_t *i, uint64_t *j);

/* An operation on a stored matrix, and what has to be sent for it. */
typedef struct lb_rearrange lb_rearrange;

#define LB_MAX_MATRIX_BYTES (UINT64_C(1) << 30)

typedef struct lb_rearrange_facts {
    lb_matrix_op op;
    lb_stored from, to;
    uint64_t element;  /* bytes */
    bool sends;        /* else everything stays at its node, and there is no task */
    lb_task_kind kind; /* LB_PERMUTE: what leaves a node goes to one node. LB_ALLTOALL: all else */
    uint64_t block;    /* elements in one block of the task; smaller ones are padded to it */
    uint64_t blocks;   /* that travel */
    uint64_t moving;   /* elements that travel; blocks*block when nothing is padded */
} lb_rearrange_facts;

/* LB_ERR_ARG: `from` is not what lb_stored_make makes of its rows, columns, layout and nodes, or not for this network.
 * LB_ERR_SIZE: a matrix of more than LB_MAX_MATRIX_BYTES, or blocks that padding makes too large. */
LB_API int lb_rearrange_create(const lb_net *net, lb_matrix_op op, const lb_stored *from, lb_layout to,
                               uint64_t element, lb_rearrange **rearrange, lb_why *why);
LB_API void lb_rearrange_free(lb_rearrange *rearrange);
LB_API const lb_rearrange_facts *lb_rearrange_facts_of(const lb_rearrange *rearrange);
LB_API const lb_task *lb_rearrange_task(const lb_rearrange *rearrange);                 /* NULL when nothing is sent */
LB_API int lb_rearrange_text(const lb_rearrange *rearrange, char *buffer, size_t size); /* why it is this task */

/* What a node packs (unpacks): every element that it has before (after), in an order that both ends know, with the
 * other end, the place in the block between the two, and the index in the node's own part. */
typedef struct lb_entry {
    uint32_t node;
    uint64_t place, local;
} lb_entry;

typedef struct lb_walk lb_walk;
LB_API int lb_walk_open(const lb_rearrange *rearrange, lb_walk **walk, lb_why *why);
LB_API void lb_walk_begin(lb_walk *walk, uint32_t node, lb_way way);
LB_API bool lb_walk_next(lb_walk *walk, lb_entry *entry); /* false at the end */
LB_API void lb_walk_close(lb_walk *walk);

/* Does it with real bytes: packs every node's part, carries the blocks packet by packet as the plan says (NULL when
 * nothing is sent), unpacks. before[v] and after[v] are node v's parts, share*element bytes; none may overlap another.
 * LB_ERR_CHECK: the plan sends what is not there, or does not deliver everything. A node on the way gives away what it
 * passes on: a plan in which it sends the same bytes on twice, which lb_check_plan lets pass, is refused here. On any
 * error after[] is as it was. */
LB_API int lb_rearrange_move(const lb_rearrange *rearrange, const lb_plan *plan, const void *const *before,
                             void *const *after, lb_why *why);

#ifdef __cplusplus
}
#endif
#endif
