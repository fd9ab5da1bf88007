/* The corpus as files that name steps: our own, and CSV. */
#include "cli/corpus.h"

#include <inttypes.h>
#include <stdio.h>

void corpus_write_own(FILE *out, const corpus_schedule *s) {
    bool combines = s->kind == LB_ALLREDUCE || s->kind == LB_REDUCE;
    fprintf(out, "{\"linkbound\":1,\"network\":\"%s\",\"task\":\"%s\",\"algorithm\":\"%s\"}\n", s->network,
            lb_task_kind_name(s->kind), s->name);
    for (uint64_t k = 0; k < s->moves; k++) {
        const corpus_move *m = &s->move[k];
        fprintf(out, "{\"step\":%" PRIu32 ",\"from\":%" PRIu32 ",\"to\":%" PRIu32 ",%s\"data\":[[%" PRIu32 "]]}\n",
                m->step, m->from, m->to, combines && !m->sums ? "\"op\":\"copy\"," : "", m->block);
    }
}

void corpus_write_csv(FILE *out, const corpus_schedule *s) {
    bool combines = s->kind == LB_ALLREDUCE || s->kind == LB_REDUCE;
    fputs("packet,step,from,to,port,action,origin,destination,copy,first,last,denominator,unit,task\n", out);
    for (uint64_t k = 0; k < s->moves; k++) {
        const corpus_move *m = &s->move[k];
        fprintf(out, "%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",0,%s,%s%" PRIu32 "%s,0,0,1,1,1,%s\n", k + 1,
                m->step, m->from, m->to, m->sums ? "sum" : "copy", combines ? "," : "", m->block, combines ? "" : ",",
                lb_task_kind_name(s->kind));
    }
}
