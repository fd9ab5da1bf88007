/* The ways of a file's flights: see words.h. */
#include "file/words.h"
#include "net/flights.h"

#include <stdlib.h>
#include <string.h>

struct lb_words {
    const lb_net *net;
    lb_route route[LB_MAX_PORTS]; /* by number */
    unsigned count;
    uint8_t *way; /* room for one */
    uint64_t room;
};

int lb_words_begin(const lb_net *net, lb_words **words, lb_why *why) {
    lb_words *w = *words = lb_zeroed(1, sizeof *w);
    if (!w)
        return lb_fail_memory(why, "the ways of flights");
    w->net = net;
    w->count = net->ports;
    for (unsigned p = 0; p < net->ports; p++)
        w->route[p] = lb_net_route(net, p);
    return LB_OK;
}

void lb_words_free(lb_words *w) {
    for (unsigned i = w ? w->net->ports : 0; w && i < w->count; i++)
        free((void *)w->route[i].port);
    if (w)
        free(w->way);
    free(w);
}

/* The ports that the move leaves by, one after another: those that it names, or where it names none the network's. */
static int read_way(lb_words *w, const lb_move *move, uint32_t *links) {
    const lb_net *net = w->net;
    uint64_t need = (uint64_t)move->nvia + lb_diameter(net) + 1;
    void *grown = w->way;
    uint32_t node = move->from;
    if (lb_grow(&grown, &w->room, need, 1))
        return LB_ERR_MEMORY;
    w->way = grown;
    if (move->nvia == 0 && lb_net_routing(net) == LB_DIMENSION_ORDER) {
        *links = lb_net_ordered_route(net, lb_net_sub(net, move->to, move->from), w->way);
        return *links ? LB_OK : LB_ERR_CHECK;
    }
    for (*links = 0; *links <= move->nvia; ++*links) {
        uint32_t next = *links == move->nvia ? move->to : move->via[*links];
        unsigned port = next < net->nodes && next != node ? lb_port_to(net, node, next) : LB_NONE;
        if (port == LB_NONE)
            return LB_ERR_CHECK;
        w->way[*links] = (uint8_t)port;
        node = next;
    }
    return LB_OK;
}

int lb_words_find(lb_words *w, const lb_move *move, unsigned *number) {
    uint32_t links;
    int error = read_way(w, move, &links);
    for (unsigned i = 0; i < w->count && !error; i++) {
        if (w->route[i].links == links && memcmp(w->route[i].port, w->way, links) == 0) {
            *number = i;
            return LB_OK;
        }
    }
    if (!error && w->count == LB_MAX_PORTS)
        error = LB_ERR_SIZE;
    uint8_t *own = error ? NULL : lb_array(links, 1);
    if (error || !own)
        return error ? error : LB_ERR_MEMORY;
    memcpy(own, w->way, links);
    *number = w->count;
    w->route[w->count++] = (lb_route){links, own};
    return LB_OK;
}

int lb_words_end(lb_words *w, const lb_task *task, lb_builder *builder, lb_task **flown, lb_why *why) {
    lb_net *flights = NULL;
    uint8_t port[LB_MAX_PORTS];
    *flown = NULL;
    if (w->count == w->net->ports)
        return LB_OK;
    int error = lb_net_flights(w->net, w->route, w->count, &flights, why);
    if (!error)
        error = lb_task_on(task, flights, flown, why);
    for (unsigned i = 0; i < w->count && !error; i++)
        port[i] = (uint8_t)lb_net_port_of_route(flights, w->route[i]);
    for (uint64_t m = 0; m < builder->nmoves && !error; m++)
        builder->moves[m].port = port[builder->moves[m].port];
    lb_net_free(flights);
    return error;
}
