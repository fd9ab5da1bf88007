/* The reference corpus: right and wrong schedules whose verdicts are known, for judges of schedules to be tested with.
 */
#ifndef CLI_CORPUS_H
#define CLI_CORPUS_H

#include "linkbound.h"

typedef struct corpus_move {
    uint32_t step, from, to, block;
    bool sums;
} corpus_move;

typedef struct corpus_schedule {
    char name[48];
    const char *network;
    lb_task_kind kind; /* allgather, allreduce, broadcast, reduce; the root is 0 */
    uint32_t nodes, blocks;
    uint32_t opposite; /* what the last sender's number differs by from a node that it has no link to */
    corpus_move *move; /* in step order */
    uint64_t moves, room;
    const char *verdict; /* "correct", or the rule that it breaks */
    bool receives_first; /* programs: in each step a rank receives before it sends */
} corpus_schedule;

/* How many there are, right ones and what was made of them; and one of them, which must be freed. LB_ERR_MEMORY, or 0.
 */
unsigned corpus_count(void);
int corpus_make(unsigned index, corpus_schedule *s);
void corpus_free(corpus_schedule *s);

/* What a schedule can be written as. */
typedef enum corpus_format {
    CORPUS_OWN,
    CORPUS_CSV,
    CORPUS_MSCCL,
    CORPUS_MSCCLPP,
    CORPUS_GOAL,
    CORPUS_TECCL,
    CORPUS_FORESTCOLL,
    CORPUS_FORMATS
} corpus_format;

/* Why a format cannot say what this schedule does; NULL: it can. */
const char *corpus_why_not(const corpus_schedule *s, corpus_format format);

/* Each in a format, where it can be. */
void corpus_write_own(FILE *out, const corpus_schedule *s);
void corpus_write_csv(FILE *out, const corpus_schedule *s);
int corpus_write_msccl(FILE *out, const corpus_schedule *s);
void corpus_write_mscclpp(FILE *out, const corpus_schedule *s);
void corpus_write_goal(FILE *out, const corpus_schedule *s);
void corpus_write_teccl(FILE *out, const corpus_schedule *s);
void corpus_write_forestcoll(FILE *out, const corpus_schedule *s);

#endif
