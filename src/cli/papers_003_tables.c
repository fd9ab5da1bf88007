/* 003's tables: planned, replayed, compared. */
#include "cli/papers_003.h"

#include "cli/say.h"

static uint64_t ceil_div(uint64_t a, uint64_t b) {
    return (a + b - 1) / b;
}

static uint64_t lesser_bound(unsigned d, uint64_t k) {
    uint64_t n = UINT64_C(1) << d, links = ceil_div((n - 1) * k, d * n);
    return links > d ? links : d;
}

static int make_total(p003 *all, unsigned d, uint32_t k) {
    p003_total *t = &all->totals[all->total_rows++];
    lb_task *task = NULL;
    uint32_t control = 0, scan = 0;
    *t = (p003_total){.d = d, .k = k};
    t->formula = 2 * ceil_div(k, d) + 4 * d;
    t->scan_formula = 2 * ceil_div(k, d) + 3 * d - 2;
    int status = p003_task(d, k, 0, &task);
    if (!status)
        status = p003_measure(all, task, "three-phase", &t->slots, &control);
    if (!status)
        status = p003_measure(all, task, "three-phase-scan", &t->scan_slots, &scan);
    if (!status)
        status = p003_bound(task, &t->bound);
    t->holds = t->slots == t->formula && t->scan_slots == t->scan_formula && control == 2 * d + 2 && scan == d &&
               t->bound >= lesser_bound(d, k);
    lb_task_free(task);
    return status;
}

int p003_make_totals(p003 *all) {
    int status = CLI_OK;
    for (unsigned d = P003_LEAST; d <= all->most && !status; d++) {
        uint32_t n = UINT32_C(1) << d;
        const uint32_t k[] = {1, d, d * d < n ? d * d : n / 2, n};
        for (unsigned i = 0; i < sizeof k / sizeof *k && !status; i++)
            status = make_total(all, d, k[i]);
        all->done++;
    }
    return status;
}

/* ---- Few ---- */

static int make_few(p003 *all, p003_few *f) {
    int status = CLI_OK;
    for (uint32_t k = 1; k <= 3 * f->d && k <= UINT32_C(1) << f->d && !status; k++) {
        for (unsigned set = 0; set < P003_SETS && !status; set++) {
            lb_task *task = NULL;
            uint64_t same = 0, ranked = 0;
            uint32_t control = 0;
            status = p003_task(f->d, k, set, &task);
            if (!status)
                status = p003_measure(all, task, "same-order", &same, &control);
            if (!status && k <= f->d)
                status = p003_measure(all, task, "rank-order", &ranked, &control);
            f->same = f->same && same <= f->d + k - 1;
            f->ranked = f->ranked && (k > f->d || (ranked == 2 * f->d && control == f->d));
            f->latest = k == f->d && same > f->latest ? same : f->latest;
            f->tried++;
            lb_task_free(task);
        }
    }
    return status;
}

int p003_make_few(p003 *all) {
    int status = CLI_OK;
    for (unsigned d = P003_LEAST; d <= all->most && !status; d++) {
        p003_few *f = &all->few[all->fews++];
        *f = (p003_few){.d = d, .same = true, .ranked = true};
        status = make_few(all, f);
        all->done++;
    }
    return status;
}

/* ---- Ratios ---- */

/* All K up to 16, then about eight for every doubling, and 2^d. */
static uint32_t next_k(uint32_t k, uint32_t n) {
    uint32_t next = k < 16 ? k + 1 : k + k / 8;
    return k < n && next > n ? n : next;
}

static int try_k(p003 *all, p003_ratio *r, uint32_t k, unsigned set) {
    lb_task *task = NULL;
    uint64_t bound = 0, slots = 0;
    uint32_t control = 0;
    int status = p003_task(r->d, k, set, &task);
    if (!status)
        status = p003_bound(task, &bound);
    for (unsigned i = 0; i < P003_WAYS && !status; i++) {
        status = p003_measure(all, task, p003_ways[i], &slots, &control);
        double ratio = bound ? (double)slots / (double)bound : 1;
        r->worst[i] = ratio > r->worst[i] ? ratio : r->worst[i];
        r->mean[i] += ratio;
        r->last[i] = ratio;
        r->holds = r->holds && slots >= bound;
    }
    if (!status && slots - bound > r->most_above) /* rarest-first is the last */
        r->most_above = slots - bound;
    r->tried++;
    lb_task_free(task);
    return status;
}

static int make_ratio(p003 *all, unsigned d, unsigned set) {
    p003_ratio *r = &all->ratio[all->ratios++];
    uint32_t n = UINT32_C(1) << d;
    int status = CLI_OK;
    *r = (p003_ratio){.d = d, .set = p003_sets[set], .holds = true};
    for (uint32_t k = 1; k <= n && !status; k = next_k(k, n))
        status = try_k(all, r, k, set);
    for (unsigned i = 0; i < P003_WAYS; i++)
        r->mean[i] /= r->tried;
    r->holds = r->holds && r->most_above <= d;
    all->done++;
    return status;
}

int p003_make_ratios(p003 *all) {
    int status = CLI_OK;
    for (unsigned d = P003_LEAST; d <= all->most && !status; d++) {
        for (unsigned set = 0; set < P003_SETS && !status; set++)
            status = make_ratio(all, d, set);
    }
    return status;
}
