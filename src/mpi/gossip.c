/* gossip: everybody learns how much everybody brings; then all of it is broadcast at once, cut into packets that are
 * about equal, so that the links are shared fairly whoever brought it. */
#include "mpi/advance.h"
#include "mpi/news.h"
#include "mpi/stage.h"

#include <stdlib.h>

/* A packet's length: K of them take about K/ports + diameter steps of tau*length + beta, which is least for the root of
 * total*beta/tau/(ports*diameter); and not so many that planning them takes long. */
static uint64_t packet_length(const lb_mpi_net *net, uint64_t total) {
    const lb_mpi_profile *profile = &net->set.profile;
    double links = lb_net_ports(net->net) * (double)lb_diameter(net->net) + (net->nodes == 1);
    double square = (double)total * lb_ratio_value(profile->beta) / lb_ratio_value(profile->tau) / links;
    uint64_t length = 64, least = total / (8 * (uint64_t)net->nodes);
    while (length < total && (double)length * (double)length < square)
        length *= 2;
    return length < least ? least : length;
}

static uint64_t count_packets(const uint64_t *lengths, int n, uint64_t length) {
    uint64_t count = 0;
    for (int i = 0; i < n; i++)
        count += lengths[i] / length + (lengths[i] % length > 0);
    return count;
}

static int spread(lb_mpi_request *r, const uint64_t *lengths) {
    lb_mpi_net *net = r->net;
    const lb_mpi_news *news = r->news;
    uint64_t most = packet_length(net, news->bytes), count = count_packets(lengths, net->nodes, most), at = 0;
    uint32_t *list = lb_room_for(&r->room[ROOM_LIST], count * sizeof *list);
    uint64_t *values = lb_room_for(&r->room[ROOM_SHAPE], 3 * count * sizeof *values);
    if (!list || !values)
        return MPI_ERR_NO_MEM;
    const char *base = news->items[0].data;
    for (int i = 0; i < news->count; i++) {
        const lb_mpi_item *item = &news->items[i];
        for (uint64_t from = 0; from < item->bytes; from += most, at++) {
            list[at] = (uint32_t)item->rank;
            values[at] = item->bytes - from < most ? item->bytes - from : most;
            values[count + at] = from;
            values[2 * count + at] = (uint64_t)((const char *)item->data - base) + from;
        }
    }
    lb_want want = {.kind = LB_MULTIBROADCAST, .bytes = most, .unit = 1, .steps = true, .once = true};
    want.list = list;
    want.count = count;
    want.shape = (lb_shape){count, count, count, values};
    return lb_mpi_stage(r, 1, &want, r->call.in.at, (void *)base);
}

static int step_gossip(lb_mpi_request *r) {
    uint64_t n = (uint64_t)r->net->nodes;
    uint64_t *lengths = r->phase == 2 ? NULL : lb_room_for(&r->room[ROOM_LENGTHS], n * sizeof *lengths);
    if (r->phase == 2) {
        *r->call.news = r->news;
        r->complete = true;
        return MPI_SUCCESS;
    }
    if (!lengths)
        return MPI_ERR_NO_MEM;
    if (r->phase++ == 0) {
        lengths[r->net->node] = r->call.bytes;
        lb_want want = {.kind = LB_ALLGATHER, .bytes = sizeof *lengths, .unit = sizeof *lengths, .in_place = true};
        return lb_mpi_stage(r, 0, &want, NULL, lengths);
    }
    r->news = lb_news_make(lengths, r->net->nodes);
    if (!r->news)
        return MPI_ERR_NO_MEM;
    int code = r->news->count > 0 ? spread(r, lengths) : MPI_SUCCESS;
    if (code != MPI_SUCCESS)
        free(r->news);
    return code;
}

static int begin(const void *data, uint64_t bytes, lb_mpi_news **news, lb_mpi_net *net, lb_form form,
                 lb_mpi_request **request) {
    lb_call call = {.name = "gossip", .op = MPI_OP_NULL, .step = step_gossip, .bytes = bytes, .uneven = true};
    call.in.at = (void *)data;
    call.news = news;
    *news = NULL;
    return lb_mpi_begin(net, MPI_SUCCESS, &call, form, request);
}

int lb_mpi_gossip(const void *data, uint64_t bytes, lb_mpi_news **news, lb_mpi_net *net) {
    return begin(data, bytes, news, net, LB_FORM_BLOCKING, NULL);
}

int lb_mpi_igossip(const void *data, uint64_t bytes, lb_mpi_news **news, lb_mpi_net *net, lb_mpi_request **request) {
    return begin(data, bytes, news, net, LB_FORM_NONBLOCKING, request);
}
