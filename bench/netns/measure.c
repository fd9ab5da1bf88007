/* netns_measure_MPI: on a network of namespaces, time / link bound of Linkbound's collectives and of MPI's own. It is
 * started by bench/netns/bench, but runs anywhere: --links none where there are no such interfaces. */
#define _GNU_SOURCE
#include "measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: netns_measure [--network N] [--sizes 16K,256K] [--whole 1M] [--repeats 7] [--calls broadcast,...|all] "
    "[--rate MBIT]\n"
    "                     [--beta NS] [--gap NS] [--chunk BYTES] [--measured] [--label TEXT] [--json FILE] [--links "
    "FILE|none]\n"
    "                     [--mtu BYTES] [--burst BYTES]\n";

static bool read_size(const char *text, uint64_t *size) {
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    if (end == text || number == 0 || number > 1 << 20)
        return false;
    if (*end == 'K' || *end == 'M')
        number <<= *end++ == 'K' ? 10 : 20;
    *size = number;
    return (*end == '\0' || *end == ',') && number % sizeof(uint32_t) == 0 && number <= 64 << 20;
}

static bool read_sizes(const char *text, options *o) {
    o->size_count = 0;
    while (text && o->size_count < MAX_SIZES) {
        if (!read_size(text, &o->sizes[o->size_count++]))
            return false;
        text = strchr(text, ',');
        text = text ? text + 1 : NULL;
    }
    return !text;
}

static bool read_calls(const char *text, options *o) {
    o->chosen = 0;
    while (text) {
        size_t length = strcspn(text, ",");
        uint32_t found = strcmp(text, "all") == 0 ? UINT32_MAX : 0;
        for (unsigned i = 0; i < call_count; i++) {
            if (strlen(calls[i].name) == length && memcmp(calls[i].name, text, length) == 0)
                found |= UINT32_C(1) << i;
        }
        if (!found)
            return false;
        o->chosen |= found;
        text = text[length] ? text + length + 1 : NULL;
    }
    return true;
}

static bool read_number(const char *text, double least, double most, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\0' && *number >= least && *number <= most;
}

static bool set_option(options *o, const char *name, const char *value) {
    double number = 0;
    if (strcmp(name, "--network") == 0)
        o->network = value;
    else if (strcmp(name, "--label") == 0)
        o->label = value;
    else if (strcmp(name, "--json") == 0)
        o->json = value;
    else if (strcmp(name, "--links") == 0)
        o->links = value;
    else if (strcmp(name, "--sizes") == 0)
        return read_sizes(value, o);
    else if (strcmp(name, "--whole") == 0)
        return strcmp(value, "0") == 0 ? (o->whole = 0, true) : read_size(value, &o->whole);
    else if (strcmp(name, "--calls") == 0)
        return read_calls(value, o);
    else if (strcmp(name, "--rate") == 0)
        return read_number(value, 0.001, 1e6, &o->rate);
    else if (strcmp(name, "--beta") == 0)
        return read_number(value, 0, 1e9, &o->beta);
    else if (strcmp(name, "--gap") == 0)
        return read_number(value, 0, 1e9, &o->gap);
    else if (strcmp(name, "--repeats") == 0 && read_number(value, 1, MAX_REPEATS, &number))
        o->repeats = (unsigned)number;
    else if (strcmp(name, "--mtu") == 0 && read_number(value, 576, 65000, &number))
        o->mtu = (unsigned)number;
    else if (strcmp(name, "--burst") == 0 && read_number(value, 0, 1 << 20, &number))
        o->burst = (unsigned)number;
    else if (strcmp(name, "--chunk") == 0 && read_number(value, 0, 1 << 30, &number))
        o->chunk = (uint64_t)number, o->chunked = true;
    else
        return false;
    return true;
}

static bool read_options(int argc, char **argv, options *o) {
    *o = (options){.network = "cube:3",
                   .label = "MPI",
                   .sizes = {16 << 10, 256 << 10},
                   .size_count = 2,
                   .whole = 1 << 20,
                   .repeats = 7,
                   .chosen = UINT32_MAX,
                   .rate = 20,
                   .mtu = 4000,
                   .beta = 60000,
                   .gap = -1};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--measured") == 0)
            o->tune = true;
        else if (i + 1 >= argc || !set_option(o, argv[i], argv[i + 1]))
            return false;
        else
            i++;
    }
    return true;
}

static double bound_of(const bench *b, const point *p) {
    lb_task *task = NULL;
    lb_cost cost = {.bytes = p->bytes};
    lb_ratio time = {0, 1};
    lb_ratio_make((uint64_t)llround(8e6 / b->set.rate), 1000, &cost.tau); /* ns per byte, on the raw link */
    lb_ratio_make(0, 1, &cost.beta);
    if (lb_task_create(lb_mpi_net_network(b->net), p->call->kind, NULL, &task, NULL) == LB_OK)
        lb_bound_linear(task, 0, &cost, &time, NULL, NULL);
    lb_task_free(task);
    return lb_ratio_value(time) * 1e-9;
}

/* The engine plans for these links: their rate as it is told, or all as measured. */
static bool set_profile(bench *b) {
    b->profile = lb_mpi_net_profile(b->net);
    if (b->set.tune && lb_mpi_tune(b->net, &b->profile) != MPI_SUCCESS)
        return false;
    if (!b->set.tune) {
        lb_ratio_make((uint64_t)llround(8e6 / b->set.rate), 1000, &b->profile.tau);
        lb_ratio_make((uint64_t)llround(b->set.beta), 1, &b->profile.beta);
        lb_ratio_make((uint64_t)llround(b->set.gap >= 0 ? b->set.gap : b->set.beta), 1, &b->profile.gap);
    }
    if (b->set.chunked)
        b->profile.chunk = b->set.chunk;
    return lb_mpi_net_set_profile(b->net, &b->profile) == MPI_SUCCESS;
}

static bool open_bench(bench *b) {
    uint64_t largest = b->set.whole;
    for (unsigned i = 0; i < b->set.size_count; i++)
        largest = b->set.sizes[i] > largest ? b->set.sizes[i] : largest;
    b->in = malloc(room_for(largest, b->size));
    b->out = malloc(room_for(largest, b->size));
    if (!b->in || !b->out || b->size > MAX_NODES)
        return false;
    if (b->rank == 0 && b->set.json && !(b->json = fopen(b->set.json, "a")))
        return false;
    if (b->rank == 0 && b->set.links && strcmp(b->set.links, "none") != 0 && !(b->links = fopen(b->set.links, "a")))
        return false;
    return lb_mpi_net_create(MPI_COMM_WORLD, b->set.network, &b->net) == MPI_SUCCESS && set_profile(b) && open_plugs(b);
}

static void measure_point(bench *b, const call *c, uint64_t bytes) {
    static carried links;
    point p = {.call = c, .bytes = bytes};
    bool watch = !b->set.links || strcmp(b->set.links, "none") != 0;
    p.bound = bound_of(b, &p);
    time_point(b, &p);
    if (watch && !watch_links(b, &p, &links))
        b->failed = 1;
    else if (watch)
        b->failed |= links.bad > 0;
    if (b->rank != 0)
        return;
    say_point(b, &p);
    if (watch)
        say_links(b, &p, &links);
}

static void measure_call(bench *b, const call *c) {
    for (unsigned k = 0; k < b->set.size_count; k++)
        measure_point(b, c, b->set.sizes[k]);
    if (b->set.whole > 0 && (c->kind == LB_BROADCAST || c->kind == LB_ALLREDUCE))
        measure_point(b, c, b->set.whole);
}

static void close_bench(bench *b) {
    lb_mpi_net_free(&b->net);
    if (b->json)
        fclose(b->json);
    if (b->links)
        fclose(b->links);
    free(b->in);
    free(b->out);
}

int main(int argc, char **argv) {
    bench b = {.failed = 0};
    int all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &b.size);
    if (!read_options(argc, argv, &b.set)) {
        if (b.rank == 0)
            fputs(usage, stderr);
        MPI_Finalize();
        return 2;
    }
    if (!open_bench(&b)) {
        fprintf(stderr, "netns_measure: rank %d cannot begin: no memory, no file, or no network\n", b.rank);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (b.rank == 0)
        say_header(&b);
    for (unsigned i = 0; i < call_count; i++) {
        if (b.set.chosen >> i & 1)
            measure_call(&b, &calls[i]);
    }
    MPI_Allreduce(&b.failed, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    close_bench(&b);
    MPI_Finalize();
    return all ? 1 : 0;
}
