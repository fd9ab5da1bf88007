/* The fuzzer of the drop-in: random calls on random communicators with random types and operators, several under way at
 * a time. What must come out is worked out at each process from what all bring, which everybody knows: element j of the
 * block that process a has for process b is a hash of (call, a, b, j).
 *
 *     fuzz.c          the main program: what is done next
 *     fuzz_comms.c    communicators, made and freed
 *     fuzz_types.c    types, and buffers with bytes around and between that nobody may touch
 *     fuzz_sums.c     operators
 *     fuzz_sides.c    what everybody brings to a call, and what must come out
 *     fuzz_calls.c    calls in their forms: beginning and finishing
 *     fuzz_bits.c     sums whose bits must be the same everywhere; between groups
 *     fuzz_grids.c    alltoallw and neighbours, beside MPI's own */
#ifndef LB_TEST_FUZZ_H
#define LB_TEST_FUZZ_H

#include "stranger.h"

/* ---- Random numbers: all processes draw alike ---- */

typedef struct dice {
    uint64_t state;
} dice;
uint64_t roll(dice *d, uint64_t limit); /* 0 .. limit-1 */
uint64_t hash3(uint64_t seed, uint64_t a, uint64_t b, uint64_t c);

/* ---- Communicators ---- */

enum { COMMS = 12 };
typedef struct member {
    MPI_Comm comm; /* MPI_COMM_NULL: not this process */
    bool there, inter, cart;
    char name[64];
} member;
extern member comms[COMMS];
void comms_open(void);
void comms_close(void);
void comms_make(dice *d); /* a new one from an old one; nothing when there is no room */
void comms_drop(dice *d);
unsigned comms_pick(dice *d, bool inter);

/* ---- Types and buffers ---- */

enum { PARTS = 12 }; /* basic elements of an item at most; lengths of blocks are multiples of it */
typedef struct basis {
    MPI_Datatype type;
    size_t size;
    char sort; /* i, u: whole numbers, signed or not; f: floating */
    const char *name;
} basis;
basis basis_of(unsigned index);
enum { BASES = 8 };

typedef struct layout {
    MPI_Datatype type;
    bool own; /* to be freed */
    int parts;
    ptrdiff_t offset[PARTS], extent;
    basis base;
    const char *name;
} layout;

/* One side of a call: blocks of so many basic elements each. */
typedef struct side {
    layout l;
    MPI_Datatype type; /* as it is passed: with addresses, where the buffer is MPI_BOTTOM */
    void *arg;
    int blocks;
    int *length, *count, *displ;
    unsigned char *memory, *want, *at;
    size_t size;
} side;

typedef enum sort { ANY_SORT, PAIRS, DENSE_PAIRS } sort; /* pairs: an even number of parts */
layout layout_make(dice *d, basis base, sort what);
/* gaps: blocks need not lie side by side. */
side side_make(dice *d, layout l, int blocks, const int *lengths, bool gaps);
void side_free_types(side *s);
void side_free(side *s);
void side_put(side *s, int block, int j, uint64_t value);    /* into the buffer itself */
void side_expect(side *s, int block, int j, uint64_t value); /* into what it must be afterwards */
void side_begin(side *s);                                    /* the buffer is filled in: what is not expected stays */
ptrdiff_t side_differs(const side *s);                       /* the first byte that is not as expected; -1: none */

/* ---- Operators ---- */

typedef struct summing {
    MPI_Op op;
    int what;
    bool commutes, own;
    const char *name;
} summing;
void sums_open(void);
void sums_close(void);
summing sum_draw(dice *d, basis base);
/* Pairs of unsigned numbers, with a user's operator. */
summing sum_draw_own(dice *d);
void sum_items(const summing *s, const layout *l, const uint64_t *left, uint64_t *right); /* right = left op right */
uint64_t sum_value(const layout *l, uint64_t value); /* what a hash is as an element */
void sum_register(const layout *l);                  /* own operators must know where the parts of an item are */
void sum_forget(const layout *l);

/* ---- Calls ---- */

enum { FLYING = 6 };
void calls_step(uint64_t seed, long index, const char *forms); /* one random call */
void calls_finish(dice *d, bool all);                          /* one that is under way, or all */
void calls_bits(dice *d);  /* an allreduce of doubles: the same bits at all, and again */
void calls_inter(dice *d); /* between two groups */
void calls_w(dice *d, form how);
void calls_neighbors(dice *d, form how); /* in a grid */
void grids_close(void);
extern char calls_text[256];
extern long calls_index;
void wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
extern uint64_t calls_done;
extern int foreign; /* own operators that were called with another type than the user's */

#endif
