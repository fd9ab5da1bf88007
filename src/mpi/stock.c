/* Stages that are ready and idle, kept to be used again. Networks that are alike share them: a duplicate of a
 * communicator finds what was planned for the first. The memory of all is bounded for the whole process, and the least
 * recently used go first, whosever they are. The process's lock is held. */
#include "mpi/stock.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 64 }; /* idle instances of a stock */

static void forget(lb_stock *stock) {
    if (stock->known)
        stock->forget(stock->known);
    stock->known = NULL;
    free(stock->formulas);
    stock->formulas = NULL;
}

/* ---- Lists ---- */

static void unlink_instance(lb_instance *instance) {
    lb_stock *stock = instance->stock;
    lb_process *process = stock->process;
    if (instance->previous)
        instance->previous->next = instance->next;
    else
        stock->instances = instance->next;
    if (instance->next)
        instance->next->previous = instance->previous;
    else
        stock->last = instance->previous;
    if (instance->newer)
        instance->newer->older = instance->older;
    else
        process->newest = instance->older;
    if (instance->older)
        instance->older->newer = instance->newer;
    else
        process->oldest = instance->newer;
    instance->next = instance->previous = instance->older = instance->newer = NULL;
    stock->count--;
    stock->bytes -= instance->memory;
    process->kept_bytes -= instance->memory;
}

static void link_instance(lb_instance *instance) {
    lb_stock *stock = instance->stock;
    lb_process *process = stock->process;
    instance->next = stock->instances;
    instance->older = process->newest;
    if (instance->next)
        instance->next->previous = instance;
    else
        stock->last = instance;
    if (instance->older)
        instance->older->newer = instance;
    else
        process->oldest = instance;
    stock->instances = process->newest = instance;
    stock->count++;
    stock->bytes += instance->memory;
    process->kept_bytes += instance->memory;
}

/* ---- Stocks ---- */

lb_stock *lb_stock_find(lb_process *process, const lb_net *net, int rank) {
    for (lb_stock *stock = process->stocks; stock; stock = stock->next) {
        if (stock->rank == rank && lb_net_equal(stock->net, net)) {
            stock->networks++;
            return stock;
        }
    }
    return NULL;
}

lb_stock *lb_stock_create(lb_process *process, lb_net *net, int rank, bool shared) {
    lb_stock *stock = lb_mpi_take(1, sizeof *stock);
    if (!stock)
        return NULL;
    *stock = (lb_stock){.process = process, .net = net, .rank = rank, .networks = 1, .shared = shared};
    if (!shared)
        return stock;
    stock->next = process->stocks;
    stock->link = &process->stocks;
    if (stock->next)
        stock->next->link = &stock->next;
    process->stocks = stock;
    return stock;
}

/* A shared one that nobody uses stays while something is in it. */
static void free_unused(lb_stock *stock) {
    if (stock->networks > 0 || stock->count > 0)
        return;
    if (stock->shared) {
        *stock->link = stock->next;
        if (stock->next)
            stock->next->link = stock->link;
    }
    lb_net_free(stock->net);
    lb_net_free(stock->flown);
    forget(stock);
    free(stock);
}

static void drop(lb_instance *instance) {
    unlink_instance(instance);
    lb_instance_free(instance);
}

void lb_stock_empty(lb_stock *stock) {
    while (stock->last)
        drop(stock->last);
    memset(stock->halves, 0, sizeof stock->halves);
    forget(stock);
}

void lb_stock_leave(lb_stock *stock) {
    if (!stock)
        return;
    stock->networks--;
    if (!stock->shared)
        lb_stock_empty(stock);
    free_unused(stock);
}

void lb_stocks_free(lb_process *process) {
    while (process->oldest) {
        lb_stock *stock = process->oldest->stock;
        drop(process->oldest);
        free_unused(stock);
    }
}

/* ---- Instances ---- */

/* The one that was used last may have more than all together: whoever makes a large call often should not plan it
 * every time. */
static void keep_within(lb_process *process) {
    while (process->oldest && process->kept_bytes > process->memory &&
           (process->oldest != process->newest || process->memory == 0)) {
        lb_stock *stock = process->oldest->stock;
        drop(process->oldest);
        process->evicted++;
        free_unused(stock);
    }
}

void lb_stock_put(lb_instance *instance) {
    lb_stock *stock = instance->stock;
    link_instance(instance);
    if (stock->count > KEPT)
        drop(stock->last);
    keep_within(stock->process);
}

lb_instance *lb_stock_take(lb_stock *stock, uint64_t hash, bool (*fits)(const lb_want *, const lb_want *),
                           const lb_want *want) {
    for (lb_instance *i = stock->instances; i; i = i->next) {
        if (i->hash == hash && fits(&i->want, want)) {
            unlink_instance(i);
            return i;
        }
    }
    return NULL;
}
