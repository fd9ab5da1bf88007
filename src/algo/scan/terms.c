/* Packets of a scan that buy what they lack come to terms, or nearly so: then it is noted what they have. */
#include "algo/scan/terms.h"

#include "algo/scan/deals.h"

#include <stdlib.h>
#include <string.h>

#define PATIENCE   30 /* rounds in which it comes no nearer */
#define BITTERNESS 12

int lb_scan_nearly_begin(lb_scan_nearly *nearly, uint64_t moves, uint32_t steps, uint32_t clashes) {
    lb_scan_seated *room = lb_array(moves, sizeof *room);
    if (!room)
        return LB_ERR_MEMORY;
    free(nearly->moves);
    *nearly = (lb_scan_nearly){.moves = room, .steps = steps, .clashes = clashes};
    return LB_OK;
}

static uint32_t excess(const uint16_t *used, uint32_t count, uint32_t most) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += used[i] > most ? used[i] - most : 0;
    return sum;
}

static uint32_t count_clashes(const lb_bazaar *b) {
    uint32_t moments = b->steps * b->n;
    return excess(b->used, moments * b->degree, 1) + excess(b->sends, moments, b->ports) +
           excess(b->receives, moments, b->ports);
}

void lb_mending_take_up(lb_mending *m, const lb_scan_nearly *nearly) {
    lb_bazaar *b = &m->b;
    lb_bazaar_clear(b, nearly->steps);
    memset(m->lacking, 0, b->packets * sizeof *m->lacking);
    for (uint64_t i = 0; i < nearly->count; i++) {
        const lb_scan_seated *s = &nearly->moves[i];
        uint32_t slot = ((s->step - 1) * b->n + s->from) * b->degree + s->port;
        lb_deal_add(b, s->packet, (lb_deal){slot, s->first * b->n + s->last});
    }
}

static int note(const lb_bazaar *b, uint32_t clashes, lb_scan_nearly *nearly) {
    uint64_t count = 0;
    for (uint32_t p = 0; p < b->packets; p++)
        count += b->deals[p].count;
    if (lb_scan_nearly_begin(nearly, count, b->steps, clashes))
        return LB_ERR_MEMORY;
    for (uint32_t p = 0; p < b->packets; p++) {
        for (uint32_t i = 0; i < b->deals[p].count; i++) {
            uint32_t slot = b->deals[p].at[i].slot, span = b->deals[p].at[i].span, moment = slot / b->degree;
            nearly->moves[nearly->count++] = (lb_scan_seated){
                p, moment / b->n + 1, moment % b->n, slot % b->degree, span / b->n, span % b->n,
            };
        }
    }
    return LB_OK;
}

bool lb_mending_come_to_terms(lb_mending *m, lb_scan_nearly *nearly) {
    lb_bazaar *b = &m->b;
    bool content = false, possible = true;
    for (uint32_t idle = 0; idle < PATIENCE && possible && !content && !b->error; idle++) {
        possible = lb_mending_trade(m, &content);
        uint32_t clashes = count_clashes(b);
        if (possible && clashes <= nearly->clashes) {
            idle = clashes < nearly->clashes ? 0 : idle;
            b->error = b->error ? b->error : note(b, clashes, nearly);
        }
        lb_bazaar_bear_grudges(b, BITTERNESS);
    }
    if (content && !b->error)
        lb_bazaar_keep(b);
    return content && !b->error;
}
