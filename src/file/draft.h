/* The values of a header as they stand there, and what they mean together. */
#ifndef LB_FILE_DRAFT_H
#define LB_FILE_DRAFT_H

#include "file/links.h"
#include "file/reader.h"

typedef enum lb_key {
    KEY_LINKBOUND,
    KEY_NETWORK,
    KEY_TASK,
    KEY_PORTS,
    KEY_CLOCK,
    KEY_ALGORITHM,
    KEY_STEPS,
    KEY_MOVES,
    KEY_DENOMINATOR,
    KEY_PACKET,
    KEY_ROOT,
    KEY_TO,
    KEY_SOURCES,
    KEY_OFFSETS,
    KEY_PERMUTATION,
    KEY_NEAR,
    KEY_FAR,
    KEY_WITHOUT,
    KEY_WITHOUT_NODES,
    KEY_CONTROL,
    KEY_LINKS,
    KEY_ORDER,
    KEYS
} lb_key;

extern const char *const lb_key_names[KEYS];

#define BIT(k)     (UINT32_C(1) << (k))
#define ALWAYS     (BIT(KEY_LINKBOUND) | BIT(KEY_NETWORK) | BIT(KEY_TASK)) /* the keys every header has */
#define FAULTS     (BIT(KEY_WITHOUT) | BIT(KEY_WITHOUT_NODES))
#define PARAMETERS (BIT(KEY_WITHOUT) - BIT(KEY_ROOT)) /* of tasks */

#define LB_NETWORK_MAX 4096 /* of a network's name */

typedef struct lb_draft {
    uint32_t seen; /* a bit for each key */
    char network[LB_NETWORK_MAX], task[64], algorithm[64], clock[16];
    uint64_t number[KEYS];
    uint32_t *list;
    uint64_t count, room;
    lb_fault dead[LB_MAX_DEAD_LINKS];
    uint32_t dead_node[LB_MAX_DEAD_NODES];
    unsigned dead_links, dead_nodes;
    lb_links links;      /* of a graph; and an order of nodes */
    uint32_t control[2]; /* steps before the first move, after the last one */
    uint32_t spoilt;     /* a bit for each key whose value is nothing that could be used */
    lb_why wrong;        /* all that is wrong, one after another: a file is mended in one go */
} lb_draft;

/* Adds to what is wrong, as far as a sentence has room. */
void lb_draft_complain(lb_draft *d, const char *format, ...) LB_PRINTF(2, 3);

/* Fills reader->header, class and arity; *net is for the caller to free in any case. False: it failed, and says all
 * that is wrong. */
bool lb_draft_finish(lb_reader *reader, lb_draft *d, lb_net **net);

#endif
