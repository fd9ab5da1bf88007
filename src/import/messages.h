/* Messages whose data nobody names: what ranks send, receive and work, and what each of these waits for. GOAL and
 * Chakra files are read into this. It can be held against its own order, and timed (messages_clock.h); whether it does
 * what it is for cannot be told. */
#ifndef LB_IMPORT_MESSAGES_H
#define LB_IMPORT_MESSAGES_H

#include "import/page.h"
#include "net/net.h"

typedef enum lb_deed_kind { LB_DEED_SEND, LB_DEED_RECEIVE, LB_DEED_WORK } lb_deed_kind;

typedef struct lb_deed {
    uint64_t size; /* bytes; of work, time */
    uint32_t rank, peer, tag, line;
    uint32_t partner; /* the other end's deed, when all are there */
    uint32_t server;  /* the link or processor that does it; of receives LB_NONE */
    uint8_t kind;     /* lb_deed_kind */
    uint8_t lane;     /* which of several links to the peer, or processors of the rank */
} lb_deed;

/* `deed` begins when `needs` has ended, or begun. */
typedef struct lb_need {
    uint32_t deed, needs;
    bool begun;
} lb_need;

struct lb_messages {
    uint32_t ranks;
    lb_deed *deed;
    lb_need *need;
    uint64_t deeds, deed_room, needs, need_room;
    uint64_t memory; /* bytes that it may take */
    bool traces;     /* each rank has a file, BASE.RANK.et, and the page's name is BASE */
    /* When all are there: */
    lb_net *net; /* given, or made of the links; NULL: they make none that is supported */
    uint64_t links, servers, sends, bytes;
    uint64_t *first;    /* of each deed: its first follower; one more entry ends the last */
    uint32_t *follower; /* twice a deed that needs this one, and 1 where it needs it to begin */
    bool unbuffered;    /* it ends even if sends wait for their receives */
};

/* LB_ERR_MEMORY or LB_ERR_SIZE, said to the page, or 0. */
int lb_messages_deed(lb_messages *m, const lb_page *page, lb_deed deed);
int lb_messages_need(lb_messages *m, const lb_page *page, lb_need need);

/* What a sentence about this rank names: the page, or the rank's own file. */
lb_page lb_messages_page(const lb_messages *m, const lb_page *page, uint32_t rank);

void lb_messages_free(lb_messages *m);

#endif
