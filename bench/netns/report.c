/* What rank 0 says: a line for every point on standard output, the same as JSON lines, and the links one by one. */
#include "measure.h"

#include <inttypes.h>

static void text_bytes(uint64_t bytes, char *text, size_t size) {
    if (bytes % 1024 == 0)
        snprintf(text, size, "%" PRIu64 " KiB", bytes / 1024);
    else
        snprintf(text, size, "%" PRIu64 " B", bytes);
}

void say_header(const bench *b) {
    char name[64];
    lb_net_name(lb_mpi_net_network(b->net), name, sizeof name);
    printf("\n%s on %s, links of %g Mbit/s each way; time / link bound: median (least .. most of %u)\n", b->set.label,
           name, b->set.rate, b->set.repeats);
    printf("tau %.4g ns, beta %.4g ns, gap %.4g ns, chunk %" PRIu64 ", window %u, %s\n", lb_ratio_value(b->profile.tau),
           lb_ratio_value(b->profile.beta), lb_ratio_value(b->profile.gap), b->profile.chunk, b->profile.window,
           b->profile.shared ? "shared" : "not shared");
    printf("%-14s %9s %9s   %-25s %-25s %8s\n", "collective", "block", "bound", "MPI's own", "linkbound", "speed-up");
}

static void text_series(const series *s, double bound, char *text, size_t size) {
    snprintf(text, size, "%6.3f (%.3f .. %.3f)", s->median / bound, s->least / bound, s->most / bound);
}

static void json_series(FILE *file, const char *name, const series *s) {
    fprintf(file, ",\"%s\":{\"median\":%.6f,\"min\":%.6f,\"q1\":%.6f,\"q3\":%.6f,\"max\":%.6f,\"samples\":[", name,
            s->median, s->least, s->low, s->high, s->most);
    for (unsigned i = 0; i < s->count; i++)
        fprintf(file, "%s%.6f", i ? "," : "", s->sample[i]);
    fprintf(file, "]}");
}

static void json_start(const bench *b, const point *p, const char *what) {
    char name[64];
    lb_net_name(lb_mpi_net_network(b->net), name, sizeof name);
    fprintf(
        b->json,
        "{\"what\":\"%s\",\"setup\":\"%s\",\"network\":\"%s\",\"rate_mbit\":%g,\"collective\":\"%s\",\"bytes\":%" PRIu64
        ",\"algorithm\":\"%s\"",
        what, b->set.label, name, b->set.rate, p->call->name, p->bytes, p->algorithm);
}

void say_point(const bench *b, const point *p) {
    char block[32], native[64], ours[64];
    text_bytes(p->bytes, block, sizeof block);
    text_series(&p->native, p->bound, native, sizeof native);
    text_series(&p->ours, p->bound, ours, sizeof ours);
    printf("%-14s %9s %6.1f ms   %-25s %-25s %7.2fx\n", p->call->name, block, p->bound * 1e3, native, ours,
           p->native.median / p->ours.median);
    fflush(stdout);
    if (!b->json)
        return;
    json_start(b, p, "time");
    fprintf(b->json, ",\"bound\":%.9f", p->bound);
    json_series(b->json, "native", &p->native);
    json_series(b->json, "linkbound", &p->ours);
    fprintf(b->json, ",\"native_over_bound\":%.4f,\"linkbound_over_bound\":%.4f,\"speedup\":%.4f}\n",
            p->native.median / p->bound, p->ours.median / p->bound, p->native.median / p->ours.median);
    fflush(b->json);
}

static void table(const bench *b, const point *p, const carried *c) {
    const lb_net *net = lb_mpi_net_network(b->net);
    unsigned ports = lb_net_ports(net);
    fprintf(b->links, "\n%s: %s of %" PRIu64 " bytes, %u times, %s\n", b->set.label, p->call->name, p->bytes,
            c->repeats, p->algorithm);
    fprintf(b->links, "%5s %5s %5s %12s %12s %9s\n", "node", "port", "to", "planned", "carried", "beyond");
    for (uint32_t node = 0; node < (uint32_t)b->size; node++) {
        for (unsigned port = 0; port < ports; port++) {
            unsigned at = node * ports + port;
            uint64_t plan = c->plan[at], seen = c->seen[at];
            fprintf(b->links, "%5" PRIu32 " %5u %5" PRIu32 " %12" PRIu64 " %12" PRIu64, node, port,
                    lb_neighbor(net, node, port), plan, seen);
            if (plan > 0)
                fprintf(b->links, " %8.2f%%\n", 100 * ((double)seen / (double)plan - 1));
            else
                fprintf(b->links, " %9s\n", "-");
        }
    }
    fprintf(b->links, "%s\n", c->bad ? "FAIL" : "pass");
    fflush(b->links);
}

void say_links(const bench *b, const point *p, const carried *c) {
    unsigned links = (unsigned)b->size * lb_net_ports(lb_mpi_net_network(b->net));
    printf("%14s %9s links: %u of %u carried what the plan says, and %.1f to %.1f %% beyond it: %s\n", "", "",
           links - c->bad, links, 100 * c->least, 100 * c->most, c->bad ? "FAIL" : "pass");
    fflush(stdout);
    if (b->links)
        table(b, p, c);
    if (!b->json)
        return;
    json_start(b, p, "links");
    fprintf(b->json, ",\"repeats\":%u,\"links\":%u,\"bad\":%u,\"beyond_min\":%.4f,\"beyond_max\":%.4f,\"pass\":%s}\n",
            c->repeats, links, c->bad, c->least, c->most, c->bad ? "false" : "true");
    fflush(b->json);
}
