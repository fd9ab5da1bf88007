/* Some algorithms look for flights, and then take by the cost which of several forms is the fastest. What was found is
 * kept with the network's stock, so that a new length is a matter of comparing. It is the same that is then chosen,
 * whether it was kept or not: so it does not matter if there is no memory to keep it. */
#include "mpi/formulas.h"

#include "mpi/memory.h"
#include "mpi/stock.h"

#include <string.h>

enum { KEPT = 16, ROOM = 48 };

typedef struct entry {
    const char *name; /* NULL: nothing is kept here */
    lb_task_kind kind;
    uint32_t ports;
    bool flown;
    size_t count; /* 0: there are too many, or it cannot do this */
    lb_formula at[ROOM];
} entry;

struct lb_kept_formulas {
    entry entries[KEPT];
    unsigned next;
};

/* The name itself, which stays, of an algorithm whose formulas are slow to find; NULL: of another. */
static const char *slow_name(const char *name) {
    static const char *const slow[] = {"digits", "multiplying"};
    for (unsigned i = 0; i < 2; i++) {
        if (strcmp(name, slow[i]) == 0)
            return slow[i];
    }
    return NULL;
}

static const entry *find(struct lb_kept_formulas *kept, const lb_task *task, const lb_plan_options *o) {
    lb_task_kind kind = lb_task_kind_of(task);
    bool flown = lb_net_routing(lb_task_net(task)) != LB_STORE_AND_FORWARD;
    for (unsigned i = 0; i < KEPT; i++) {
        const entry *e = &kept->entries[i];
        if (e->name && e->name == slow_name(o->algorithm) && e->kind == kind && e->ports == o->ports &&
            e->flown == flown)
            return e;
    }
    lb_plan_options any = *o;
    any.groups = 0;
    entry *e = &kept->entries[kept->next++ % KEPT];
    e->name = NULL;
    int error = lb_formulas_of(task, &any, e->at, ROOM, &e->count, NULL);
    if (error == LB_ERR_MEMORY)
        return NULL;
    e->name = slow_name(o->algorithm);
    e->kind = kind;
    e->ports = o->ports;
    e->flown = flown;
    return e;
}

/* The first of the fastest; NULL: there is none. False: a time does not fit. */
static bool choose(const entry *e, const lb_plan_options *o, const lb_formula **fastest) {
    lb_ratio least = {0, 1}, time;
    *fastest = NULL;
    for (size_t i = 0; i < e->count; i++) {
        if (o->groups && e->at[i].groups != o->groups)
            continue;
        if (lb_formula_time(&e->at[i], o->cost, &time) != LB_OK)
            return false;
        if (*fastest && lb_ratio_compare(time, least) >= 0)
            continue;
        *fastest = &e->at[i];
        least = time;
    }
    return true;
}

bool lb_formula_kept(const lb_mpi_net *net, const lb_task *task, const lb_plan_options *o, lb_formula *formula) {
    lb_stock *stock = net->stock;
    if (stock && o->cost && slow_name(o->algorithm)) {
        if (!stock->formulas)
            stock->formulas = lb_mpi_take(1, sizeof *stock->formulas);
        const entry *e = stock->formulas ? find(stock->formulas, task, o) : NULL;
        const lb_formula *fastest;
        if (e && e->count && choose(e, o, &fastest)) {
            if (fastest)
                *formula = *fastest;
            return fastest != NULL;
        }
    }
    return lb_formula_of(task, o, formula, NULL) == LB_OK;
}
