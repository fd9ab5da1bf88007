/* How packets of a scan mend what they have. */
#include "algo/scan/mending.h"

#include "algo/scan/deals.h"
#include "algo/scan/shorten.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NODES  64
#define MOST_MEMORY (UINT64_C(1) << 24) /* spans times moments */
#define GIVEN_UP    20

bool lb_mending_suits(const lb_net *net, uint64_t steps) {
    uint64_t n = net->nodes;
    return n > 1 && n <= MOST_NODES && (steps + 1) * n * n * n <= MOST_MEMORY;
}

int lb_mending_begin(lb_mending *m, const lb_task *task, const lb_plan_options *o, uint32_t steps) {
    const lb_net *net = lb_task_net(task);
    lb_span_groups groups;
    *m = (lb_mending){.given_up = GIVEN_UP};
    if (lb_span_groups_make(&groups, net->nodes, NULL, 0))
        return LB_ERR_MEMORY;
    if (lb_bazaar_begin(&m->b, net, groups, o, steps))
        return LB_ERR_MEMORY;
    m->b.chance = o->seed;
    m->b.careful = true;
    m->b.back = lb_task_kind_of(task) == LB_SCAN;
    m->b.needed = lb_array((uint64_t)steps * net->nodes * net->ports, sizeof *m->b.needed);
    m->lacking = lb_array(o->packets, sizeof *m->lacking);
    m->served = lb_bazaar_clients(&m->b);
    return m->b.needed && m->lacking && m->served ? LB_OK : LB_ERR_MEMORY;
}

void lb_mending_end(lb_mending *m) {
    free(m->b.needed);
    free(m->lacking);
    free(m->served);
    lb_bazaar_end(&m->b);
}

int lb_mending_write(const lb_mending *m, lb_plan **plan, lb_why *why) {
    lb_plan *shorter = NULL;
    if (m->b.kept_steps >= lb_plan_steps(*plan))
        return LB_OK;
    int error = lb_scan_write(&m->b, *plan, m->b.packets, 0, &shorter, why);
    if (!error) {
        lb_plan_free(*plan);
        *plan = shorter;
    }
    return error;
}

/* Whether a packet had better do without something it has. */
static bool gives_up(lb_mending *m, lb_deal deal) {
    lb_bazaar *b = &m->b;
    bool some = lb_random_mixed(&b->chance) % m->given_up == 0;
    return some || lb_deal_too_many(b, deal.slot);
}

/* A packet keeps what is in nobody's way; how much that is. */
static uint32_t keep_most(lb_mending *m, uint32_t packet) {
    lb_bazaar *b = &m->b;
    lb_deals *deals = &b->deals[packet];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < deals->count; i++) { /* those first: counts change when one is given up */
        if (!gives_up(m, deals->at[i])) {
            lb_deal deal = deals->at[i];
            deals->at[i] = deals->at[kept];
            deals->at[kept++] = deal;
        }
    }
    while (deals->count > kept)
        lb_deal_count(b, deals->at[--deals->count].slot, -1);
    memset(b->own, 0, (uint64_t)b->steps * b->n * b->degree * sizeof *b->own);
    for (uint32_t i = 0; i < kept; i++)
        b->own[deals->at[i].slot] = deals->at[i].span + 1;
    return kept;
}

/* Of the first so many deals those that nobody needs are left out. */
static void leave_out(lb_bazaar *b, uint32_t packet, uint32_t kept) {
    lb_deals *deals = &b->deals[packet];
    uint32_t count = 0;
    for (uint32_t i = 0; i < deals->count; i++) {
        if (i < kept && !b->needed[deals->at[i].slot])
            lb_deal_count(b, deals->at[i].slot, -1);
        else
            deals->at[count++] = deals->at[i];
    }
    deals->count = count;
}

static bool buy_again(lb_mending *m, uint32_t packet) {
    lb_bazaar *b = &m->b;
    uint32_t kept = keep_most(m, packet);
    memset(b->needed, 0, (uint64_t)b->steps * b->n * b->degree * sizeof *b->needed);
    if (!lb_bazaar_serve(b, packet, m->served))
        return false;
    leave_out(b, packet, kept);
    m->lacking[packet] = false;
    return true;
}

bool lb_mending_trade(lb_mending *m, bool *content) {
    lb_bazaar *b = &m->b;
    *content = true;
    for (uint32_t p = 0; p < b->packets; p++) {
        if (!m->lacking[p] && lb_deals_content(b, p))
            continue;
        *content = false;
        if (b->work >= b->most || !buy_again(m, p))
            return false;
    }
    return true;
}

void lb_mending_cut(lb_mending *m, uint32_t steps, bool early) {
    lb_bazaar *b = &m->b;
    uint32_t step = b->n * b->degree, cut = early ? (b->kept_steps - steps) * step : 0;
    lb_bazaar_clear(b, steps);
    for (uint32_t p = 0; p < b->packets; p++) {
        m->lacking[p] = false;
        for (uint32_t i = 0; i < b->kept[p].count; i++) {
            lb_deal deal = b->kept[p].at[i];
            bool fits = deal.slot >= cut && deal.slot - cut < steps * step;
            m->lacking[p] = m->lacking[p] || !fits;
            if (fits)
                lb_deal_add(b, p, (lb_deal){deal.slot - cut, deal.span});
        }
    }
}
