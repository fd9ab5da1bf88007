/* The corpus as GOAL, with what is sent in comments, as our export writes it. A send requires the receives that brought
 * its block; where a rank is to receive first, those of the same step too, so that all wait for each other. */
#include "cli/corpus.h"

#include <inttypes.h>
#include <stdio.h>

static void put_needs(FILE *out, const corpus_schedule *s, uint64_t send) {
    const corpus_move *m = &s->move[send];
    for (uint64_t k = 0; k < s->moves; k++) {
        const corpus_move *r = &s->move[k];
        bool brings = r->block == m->block && r->step < m->step, first = s->receives_first && r->step == m->step;
        if (r->to == m->from && (brings || first))
            fprintf(out, "s%" PRIu64 " requires r%" PRIu64 "\n", send, k);
    }
}

static void put_rank(FILE *out, const corpus_schedule *s, uint32_t rank) {
    bool combines = s->kind == LB_ALLREDUCE || s->kind == LB_REDUCE;
    fprintf(out, "\nrank %" PRIu32 " {\n", rank);
    for (uint64_t k = 0; k < s->moves; k++) {
        const corpus_move *m = &s->move[k];
        if (m->to == rank)
            fprintf(out, "r%" PRIu64 ": recv 1b from %" PRIu32 " tag %" PRIu32 "\n", k, m->from, m->step);
    }
    for (uint64_t k = 0; k < s->moves; k++) {
        const corpus_move *m = &s->move[k];
        if (m->from != rank)
            continue;
        fprintf(out, "// %s %s%" PRIu32 "%s,0,0,1\ns%" PRIu64 ": send 1b to %" PRIu32 " tag %" PRIu32 "\n",
                m->sums ? "sum" : "copy", combines ? "," : "", m->block, combines ? "" : ",", k, m->to, m->step);
        put_needs(out, s, k);
    }
    fputs("}\n", out);
}

void corpus_write_goal(FILE *out, const corpus_schedule *s) {
    fprintf(out, "// %s\n// data %s 1 1\nnum_ranks %" PRIu32 "\n", s->name, lb_task_kind_name(s->kind), s->nodes);
    for (uint32_t rank = 0; rank < s->nodes; rank++)
        put_rank(out, s, rank);
}
