/* What paper 003 says about K broadcasts at once, beside our own plans: its totals, slot by slot; how far its algorithm
 * and others are from the lower bound, for every K; few broadcasts; what is wrong in it. */
#ifndef CLI_PAPERS_003_H
#define CLI_PAPERS_003_H

#include "cli/papers_pictures.h"
#include "cli/progress.h"
#include "draw/draw.h"

enum {
    P003_LEAST = 3,
    P003_MOST = 10,
    P003_DEFAULT_MOST = 7,
    P003_TOTALS = 64,
    P003_WAYS = 7,    /* algorithms whose distance from the bound is shown */
    P003_SETS = 3,    /* kinds of sets of sources */
    P003_RATIOS = 24, /* (d, set) */
    P003_FEW = 8,
    P003_PICTURES = 3
};

/* One K on one cube: slots as the paper counts them, and as its plan and the one with a scan take them. */
typedef struct p003_total {
    unsigned d;
    uint32_t k;
    uint64_t formula, slots, scan_formula, scan_slots, bound;
    bool holds;
} p003_total;

/* How steps compare with the bound over the Ks that were tried. */
typedef struct p003_ratio {
    unsigned d, tried;
    const char *set;
    double worst[P003_WAYS], mean[P003_WAYS], last[P003_WAYS]; /* last: at K = 2^d */
    uint64_t most_above;                                       /* rarest-first: steps above the bound, at most */
    bool holds;
} p003_ratio;

/* Section 3.3: K <= 3d and K <= d. */
typedef struct p003_few {
    unsigned d, tried;
    bool same, ranked; /* same-order keeps to d+K-1; rank-order takes d after the scan */
    uint64_t latest;   /* of same-order at K = d */
} p003_few;

typedef struct p003 {
    unsigned most;
    cli_progress progress;
    unsigned done, total;
    p003_total totals[P003_TOTALS];
    unsigned total_rows;
    p003_ratio ratio[P003_RATIOS];
    unsigned ratios;
    p003_few few[P003_FEW];
    unsigned fews;
} p003;

extern const char *const p003_ways[P003_WAYS];
extern const char *const p003_sets[P003_SETS];
extern const char *const p003_errata[];
extern const cli_picture p003_pictures[P003_PICTURES];

/* The set of K sources of a kind on the d-cube, the same every time. */
int p003_task(unsigned d, uint32_t k, unsigned set, lb_task **task);

/* Plans and replays; *slots counts control too. 0, or an exit status after the error line. */
int p003_measure(p003 *all, const lb_task *task, const char *algorithm, uint64_t *slots, uint32_t *control);
int p003_bound(const lb_task *task, uint64_t *steps);

int p003_make_totals(p003 *all);
int p003_make_ratios(p003 *all);
int p003_make_few(p003 *all);

bool p003_holds(const p003 *all);
void p003_print(const lb_style *style, const p003 *all, const cli_gallery *gallery);
void p003_print_json(cli_json *json, const p003 *all, const cli_gallery *gallery);
void p003_page(cli_page *page, const p003 *all, const cli_gallery *gallery);

#endif
