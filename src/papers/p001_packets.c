/* What 001's section 2 says of packets of a fixed size: no broadcast takes fewer steps, and no send. */
#include "papers/p001_parts.h"

enum { PACKETS = 64 };

/* The steps that the paper's argument gives. A send from n < d away is our own: n straight ways and d-n ways aside, two
 * hops longer. */
static uint32_t formula(uint32_t d, uint32_t n, uint32_t packets) {
    uint32_t steps = n;
    if (n == d)
        return d + (packets + d - 1) / d - 1;
    while (n * (steps - n + 1) + (d - n) * (steps > n ? steps - n - 1 : 0) < packets)
        steps++;
    return steps;
}

static exhibit *begin(papers_doc *doc, const char *key, const char *title) {
    exhibit *e = ex_begin(doc, "packets", key, ex_keep(doc, "Packets of a fixed size, %s", title));
    e->name = ex_keep(doc, "%c%s", title[0] - 'a' + 'A', title + 1);
    e->at = ex_keep(doc, "packets.%s", key);
    e->rows_key = "";
    ex_columns(e, (ex_column[]){COLUMN("d", "d"), COLUMN("n", "n")}, 2);
    for (unsigned i = 0; i < PACKETS; i++) {
        bool shown = i == 0 || i == 7 || i == 15 || i == 31 || i == 63;
        ex_columns(e,
                   &(ex_column)COLUMN(ex_keep(doc, "P=%u", i + 1), ex_keep(doc, "steps.%u", i),
                                      .where = shown ? EVERYWHERE : IN_JSON),
                   1);
    }
    ex_columns(e,
               (ex_column[]){COLUMN("as formula", "as_formula", .where = IN_JSON | IN_PAGE),
                             COLUMN("as bound", "as_bound", .where = IN_JSON | IN_PAGE),
                             COLUMN("as formula", "as_formula", .look = AS_EXACT, .where = IN_TEXT),
                             COLUMN("as bound", "as_bound", .look = AS_EXACT, .where = IN_TEXT)},
               4);
    ex_below(e, IN_PAGE, "Of P = 1 to 64: how often as by the formula, and the fewest that are possible.");
    return e;
}

static void put_row(papers_work *work, exhibit *e, lb_task_kind kind, const char *algorithm, unsigned d, unsigned n) {
    unsigned as_formula = 0, as_bound = 0;
    lb_task *task = p001_task(work, &(p001_case){.d = d, .n = n}, kind, P001_SEND);
    ROW(e, v_count(d), v_count(n));
    for (uint32_t packets = 1; packets <= PACKETS; packets++) {
        lb_plan *plan = papers_plan_of(work, task, &(lb_plan_options){.algorithm = algorithm, .packets = packets});
        lb_bound bound = papers_bound(work, task, 0, packets);
        uint32_t steps = papers_replay(work, plan).steps;
        as_formula += steps == formula(d, n, packets);
        as_bound += steps == bound.steps;
        CELLS(e, v_count(steps));
        lb_plan_free(plan);
    }
    lb_task_free(task);
    CELLS(e, v_count(as_formula), v_count(as_bound), v_words(e, "%u of %d", as_formula, PACKETS),
          v_words(e, "%u of %d", as_bound, PACKETS));
    ex_holds(e, as_formula == PACKETS && as_bound == PACKETS);
    papers_finish(work, 1);
}

void p001_packets(papers_work *work, papers_doc *doc) {
    exhibit *broadcast = begin(doc, "broadcast", "broadcast (section 2): steps of broadcast-4");
    exhibit *send = begin(doc, "send", "send: steps of arbitrary-send-2");
    ex_below(broadcast, IN_TEXT, "d + ceil(P/d) - 1 for P = 1..64 packets: the fewest that are possible.");
    ex_below(
        send, IN_TEXT,
        "The least T with n*(T-n+1) + (d-n)*(T-n-1) >= P, which for n = d is d + ceil(P/d) - 1: the fewest that are "
        "possible.");
    for (unsigned d = 1; d <= work->most && !work->error; d++) {
        put_row(work, broadcast, LB_BROADCAST, "broadcast-4", d, d);
        for (unsigned n = 1; n <= d && !work->error; n++)
            put_row(work, send, LB_SEND, "arbitrary-send-2", d, n);
    }
}
