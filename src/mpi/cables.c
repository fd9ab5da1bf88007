/* Cables. An interface that hears one host alone, and is heard by it alone, is at the end of a cable; one that hears
 * several is at a switch, which is no link of the network. What cannot be heard, behind a firewall, may still be seen
 * by its address: two interfaces on a network of their own. */
#include "mpi/cables.h"

#include <stdlib.h>
#include <string.h>

int lb_jacks_add(lb_jacks *jacks, int host, const lb_interface *list, int count) {
    uint64_t need = (uint64_t)jacks->count + (uint64_t)count;
    if (need > jacks->room) {
        uint64_t room = need + jacks->room;
        lb_jack *more = realloc(jacks->all, room * sizeof *more);
        if (!more)
            return LB_ERR_MEMORY;
        jacks->all = more;
        jacks->room = room;
    }
    for (int i = 0; i < count; i++) {
        lb_jack *j = &jacks->all[jacks->count++];
        *j = (lb_jack){
            .host = host, .peer = -1, .address = list[i].address, .network = list[i].network, .mask = list[i].mask};
        memcpy(j->name, list[i].name, sizeof j->name);
    }
    return LB_OK;
}

static int jack_of(const lb_jacks *jacks, int host, const char *name) {
    int low = 0, high = jacks->count; /* hosts are in order */
    while (low < high) {
        int middle = (low + high) / 2;
        if (jacks->all[middle].host < host)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < jacks->count && jacks->all[low].host == host; low++) {
        if (strcmp(jacks->all[low].name, name) == 0)
            return low;
    }
    return -1;
}

/* Several interfaces of one host may be heard on one: it counts once, and the first is the peer. */
static void meet(lb_jacks *jacks, int a, int b) {
    lb_jack *x = &jacks->all[a];
    if (x->peers == 0)
        x->peer = b;
    if (x->peers == 0 || jacks->all[x->peer].host != jacks->all[b].host)
        x->peers++;
}

static void join_networks(lb_jacks *jacks) {
    for (int a = 0; a < jacks->count; a++) {
        lb_jack *x = &jacks->all[a];
        int other = -1, members = 0;
        if (x->peers > 0 || x->mask == 0 || x->mask == UINT32_MAX)
            continue;
        for (int b = 0; b < jacks->count && members < 2; b++) {
            const lb_jack *y = &jacks->all[b];
            if (y->host == x->host || y->mask != x->mask || y->network != x->network)
                continue;
            other = b;
            members += y->address == x->address ? 2 : 1; /* both have the same: a network of each host's own */
        }
        if (members == 1 && (jacks->all[other].peers == 0 || jacks->all[other].peer == a)) {
            x->peer = other;
            x->peers = 1;
        }
    }
}

void lb_jacks_join(lb_jacks *jacks, const lb_heard *heard, const int *by, int count) {
    for (int i = 0; i < count; i++) {
        int mine = jack_of(jacks, by[i], heard[i].mine), theirs = jack_of(jacks, heard[i].host, heard[i].theirs);
        if (mine < 0 || theirs < 0 || by[i] == heard[i].host)
            continue;
        meet(jacks, mine, theirs);
        meet(jacks, theirs, mine); /* also where only one of them hears the other */
    }
    join_networks(jacks);
}

static int by_hosts(const void *a, const void *b) {
    const lb_cable *x = a, *y = b;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

int lb_jacks_cables(const lb_jacks *jacks, lb_cable **cables, size_t *count) {
    lb_cable *list = malloc(((size_t)jacks->count + 1) * sizeof *list);
    size_t found = 0, kept = 0;
    if (!list)
        return LB_ERR_MEMORY;
    for (int a = 0; a < jacks->count; a++) {
        const lb_jack *x = &jacks->all[a], *y = x->peers == 1 ? &jacks->all[x->peer] : NULL;
        if (!y || y->peers != 1 || jacks->all[y->peer].host != x->host)
            continue;
        list[found++] = x->host < y->host ? (lb_cable){(uint32_t)x->host, (uint32_t)y->host}
                                          : (lb_cable){(uint32_t)y->host, (uint32_t)x->host};
    }
    qsort(list, found, sizeof *list, by_hosts);
    for (size_t i = 0; i < found; i++) {
        if (i == 0 || by_hosts(&list[i], &list[kept - 1]) != 0)
            list[kept++] = list[i];
    }
    *cables = list;
    *count = kept;
    return LB_OK;
}

void lb_jacks_free(lb_jacks *jacks) {
    free(jacks->all);
    *jacks = (lb_jacks){.all = NULL};
}
