/* One call of the user's under way: what was asked for, and how far it is. */
#ifndef LB_MPI_REQUEST_H
#define LB_MPI_REQUEST_H

#include "mpi/call.h"
#include "mpi/instance.h"

enum {
    ROOM_IN,
    ROOM_OUT,
    ROOM_TOTAL,
    ROOM_LENGTHS,
    ROOM_SHAPE,
    ROOM_LIST,
    ROOM_CHECK,
    ROOM_AGREE,
    ROOM_LETTER,
    ROOM_SAID,
    ROOM_HEARD,
    ROOM_IN_PARTS,
    ROOM_OUT_PARTS,
    ROOM_LEAVE,
    ROOM_COME,
    ROOM_BLOCKS,
    ROOM_PLACES,
    LB_ROOMS
};
enum { LB_STAGES = 3 };

#define LB_REFUSED UINT64_MAX
typedef struct lb_signature {
    uint64_t root, bytes, commutes;
    uint64_t op, details; /* which predefined operator; a hash of lists */
    uint64_t wrong;       /* 0: nothing; else with whom it does not agree, and 1; LB_REFUSED: its arguments are */
    char text[32];
} lb_signature;

/* On a machine, blocks of different lengths: the user's lie at in + in_at[rank] and out + out_at[rank]. */
typedef struct lb_blocks {
    const uint64_t *lengths; /* by ranks, or, square, by from*size + to; NULL: all blocks are alike */
    bool square;
    const unsigned char *in;
    unsigned char *out;
    const uint64_t *in_at, *out_at;
    uint64_t *at; /* of the piece, in the node's memory: see machine_places.c, machine_square.c */
} lb_blocks;

/* On a machine, what goes through the memory of the nodes now, and the part of every block that is under way. */
struct lb_course;
typedef struct lb_piece {
    const struct lb_course *course;
    uint64_t bytes; /* of a block, the longest */
    uint64_t unit;  /* no element of so many bytes is cut */
    bool in_place;  /* what is brought lies where the result comes */
    lb_blocks blocks;
    uint64_t at, length;
    unsigned char *bank; /* memory that the node shares */
    uint64_t need;       /* of it */
    int carriers;    /* so many slots of every node carry what goes across, each its share: 1, the leaders, to all */
    bool lone;       /* the leaders sum up what their nodes bring alone: short as it is, a meeting takes longer */
    bool met;        /* the processes of this node have met */
    uint64_t cut;    /* while a piece goes across the next, of so many bytes, is made ready; 0: one by one */
    uint64_t stride; /* cut, and alone on a node: from one to the next */
    unsigned which;  /* bank */
    bool brief;      /* no bank, a cell */
} lb_piece;

/* On a machine: how long nothing has happened inside the node, for whoever watches. */
typedef struct lb_missed {
    uint64_t seen; /* what was waited for */
    double quiet, said;
} lb_missed;

struct lb_mpi_request {
    lb_mpi_request *next, *previous; /* active ones of the process */
    lb_mpi_request *idle;            /* those that wait in the process */
    lb_mpi_net *net;
    lb_call call;
    lb_form form;
    bool active, complete, known; /* known: lengths are, from an earlier start */
    bool decided, halves;         /* how it is done, once for all starts */
    int phase, code, slot;
    unsigned which; /* stage that runs */
    const void *dense_in;
    void *dense_out;
    lb_instance *stage, *kept[LB_STAGES];
    lb_room room[LB_ROOMS];
    uint64_t number; /* of the call on its network, or the start of this request: the same at all processes */
    lb_missed missed;
    unsigned stalls;      /* so many of what it waits for have been said to stall */
    bool agree, agreeing; /* the stage that is made ready next waits until all agree; they are being asked */
    uint64_t sort;
    int failed;        /* agreeing: what went wrong here */
    lb_instance *held; /* agreeing: the stage, and where it is to run */
    unsigned held_which;
    const void *held_in;
    void *held_out;
    MPI_Request check;       /* debug mode: signatures under way */
    lb_signature mine, *all; /* in its room */
    uint64_t ticket;         /* on a machine: operations that go first */
    bool meeting;            /* the processes of its node come together */
    uint64_t awaited;        /* meeting: that of this number */
    int awaits;              /* who is waited for there: a slot, or -1, all */
    bool pending;            /* its step has nothing to do now */
    int left;                /* messages of MPI's own that it waits for */
    lb_piece piece, behind;  /* behind: goes across while the other is made ready; without course: there is none */
    lb_instance *aside;      /* by that stage; NULL: it is done */
    int (*legs)(lb_mpi_request *request, int leg); /* on a machine: see machine_legs.h */
    int leg;
    uint64_t growth; /* on a machine: how much memory is to be shared, and how far that is */
    int growing;
    double since; /* when they were sent; 0: it has been said that somebody does not come */
    lb_mpi_news *news;
    uint64_t traced;             /* its number in the trace */
    uint32_t runs[2][LB_STAGES]; /* of each stage so far, and of those inside a node */
};

#endif
