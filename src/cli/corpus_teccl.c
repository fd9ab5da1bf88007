/* The corpus as TE-CCL's flows: a step is an epoch. The demand is what the task promises, whatever becomes of it. */
#include "cli/corpus.h"

#include <inttypes.h>
#include <stdio.h>

/* The step in which a node has a block; that of the last move if it never has it. */
static uint32_t when(const corpus_schedule *s, uint32_t block, uint32_t node) {
    for (uint64_t k = 0; k < s->moves; k++) {
        if (s->move[k].block == block && s->move[k].to == node)
            return s->move[k].step;
    }
    return s->move[s->moves - 1].step;
}

static void put_demand(FILE *out, const corpus_schedule *s) {
    fputs(" \"6-Demand_Met\": {", out);
    for (uint32_t block = 0; block < s->blocks; block++) {
        fprintf(out, "%s\n  \"GPU %" PRIu32 "\": {", block ? "," : "", block);
        const char *before = "";
        for (uint32_t v = 0; v < s->nodes; v++) {
            if (v == block)
                continue;
            fprintf(out, "%s\n   \"GPU %" PRIu32 "\": {\"Chunk 0\": %" PRIu32 ".0}", before, v, when(s, block, v));
            before = ",";
        }
        fputs("\n  }", out);
    }
    fputs("\n },\n", out);
}

void corpus_write_teccl(FILE *out, const corpus_schedule *s) {
    uint32_t steps = s->move[s->moves - 1].step;
    fprintf(out,
            "{\n \"1-Epoch_Duration\": 1.0,\n \"2-Expected_Epoch_Duration\": 1.0,\n \"3-Epochs_Required\": %" PRIu32
            ",\n \"4-Collective_Finish_Time\": %" PRIu32 ".0,\n",
            steps, steps);
    put_demand(out, s);
    fputs(" \"7-Flows\": [", out);
    for (uint64_t k = 0; k < s->moves; k++) {
        const corpus_move *m = &s->move[k];
        fprintf(out, "%s\n  \"Chunk 0 from %" PRIu32 " traveled over %" PRIu32 "->%" PRIu32 " in epoch %" PRIu32 "\"",
                k ? "," : "", m->block, m->from, m->to, m->step - 1);
    }
    fputs("\n ]\n}\n", out);
}
