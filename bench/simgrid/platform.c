/* Writes a SimGrid platform of a cube or torus, and its host file:
 *     platform NETWORK NAME [links=R/L] [ports=K] [slow=A-B/F | dead=A-B] [mesh] [builtin]
 * makes NAME.xml and NAME.hosts. Links carry R Gbit/s each way at once, with L us of latency: 10 and 1 unless they are
 * given. Host v has rank v.
 * Routes go dimension by dimension, from the first, the shorter way around; where both are equally long, nodes with an
 * even digit go up and those with an odd one down, so that opposite pairs share the ring fairly.
 *     ports=K       a node sends at most K links' worth of bytes at a time, and receives as many
 *     slow=A-B/F    the link between A and B has 1/F of the bandwidth, both ways
 *     dead=A-B      there is no link between A and B: routes take the shortest ways there are, by dimensions if they
 * can mesh          there are no links around: dimensions are lines builtin       SimGrid's own torus: a short file for
 * large cubes, routed as above; cubes have no ties */
#include <linkbound.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct platform {
    const lb_net *net;
    double bandwidth, latency; /* bytes/s, s */
    uint32_t ports;            /* 0: all */
    uint32_t ends[2], factor;  /* the odd link; factor 0: dead; ends alike: none */
    bool builtin, mesh;
    uint32_t *hops; /* to where a route goes, from everywhere; NULL: nothing is dead */
    FILE *out;
} platform;

static bool odd_link(const platform *p, uint32_t a, uint32_t b) {
    return p->ends[0] != p->ends[1] && ((a == p->ends[0] && b == p->ends[1]) || (a == p->ends[1] && b == p->ends[0]));
}

/* A link is named by its lower end: the node from which it goes up, or on radix 2 the one with digit 0. */
static bool owns(const lb_net *net, uint32_t node, unsigned port) {
    unsigned dim = lb_port_dim(net, port);
    return lb_net_radix(net, dim) == 2 ? lb_digit(net, node, dim) == 0 : lb_port_sign(net, port) > 0;
}

static bool is_dead(const platform *p, uint32_t at, unsigned port) {
    unsigned dim = lb_port_dim(p->net, port);
    uint32_t to = lb_neighbor(p->net, at, port), a = lb_digit(p->net, at, dim), b = lb_digit(p->net, to, dim);
    bool around = lb_net_radix(p->net, dim) > 2 && a != b + 1 && b != a + 1;
    return (p->factor == 0 && odd_link(p, at, to)) || (p->mesh && around);
}

static void write_links(const platform *p) {
    for (uint32_t v = 0; v < lb_net_nodes(p->net); v++) {
        for (unsigned port = 0; port < lb_net_ports(p->net); port++) {
            bool odd = odd_link(p, v, lb_neighbor(p->net, v, port));
            if (!owns(p->net, v, port) || is_dead(p, v, port))
                continue;
            fprintf(p->out,
                    "  <link id=\"l%" PRIu32 "_%u\" bandwidth=\"%.17gBps\" latency=\"%.17gs\" "
                    "sharing_policy=\"SPLITDUPLEX\"/>\n",
                    v, lb_port_dim(p->net, port), odd ? p->bandwidth / p->factor : p->bandwidth, p->latency);
        }
        if (p->ports) {
            fprintf(p->out, "  <link id=\"o%" PRIu32 "\" bandwidth=\"%.17gBps\" latency=\"0s\"/>\n", v,
                    p->bandwidth * p->ports);
            fprintf(p->out, "  <link id=\"i%" PRIu32 "\" bandwidth=\"%.17gBps\" latency=\"0s\"/>\n", v,
                    p->bandwidth * p->ports);
        }
    }
    fprintf(p->out, "  <link id=\"self\" bandwidth=\"1e12Bps\" latency=\"0s\" sharing_policy=\"FATPIPE\"/>\n");
}

static uint32_t cross(const platform *p, uint32_t at, unsigned port) {
    bool up = owns(p->net, at, port);
    uint32_t to = lb_neighbor(p->net, at, port);
    fprintf(p->out, "<link_ctn id=\"l%" PRIu32 "_%u\" direction=\"%s\"/>", up ? at : to, lb_port_dim(p->net, port),
            up ? "UP" : "DOWN");
    return to;
}

/* ---- Around what is dead ---- */

/* How far it is to a node from everywhere: again and again one hop more than a neighbour, until nothing changes. */
static void measure_hops(const platform *p, uint32_t to) {
    uint32_t n = lb_net_nodes(p->net);
    for (uint32_t v = 0; v < n; v++)
        p->hops[v] = v == to ? 0 : n;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t v = 0; v < n; v++) {
            for (unsigned port = 0; port < lb_net_ports(p->net); port++) {
                uint32_t hops = is_dead(p, v, port) ? n : p->hops[lb_neighbor(p->net, v, port)] + 1;
                changed |= hops < p->hops[v];
                p->hops[v] = hops < p->hops[v] ? hops : p->hops[v];
            }
        }
    }
}

/* The first dimension in which it comes nearer; of two ways up from nodes with an even digit. */
static unsigned next_port(const platform *p, uint32_t from, uint32_t at) {
    for (unsigned dim = 0; dim < lb_net_dims(p->net); dim++) {
        int sign = lb_digit(p->net, from, dim) % 2 == 0 ? 1 : -1;
        for (int i = 0; i < 2; i++, sign = -sign) {
            unsigned port = lb_port_of(p->net, dim, sign);
            if (port != LB_NONE && !is_dead(p, at, port) && p->hops[lb_neighbor(p->net, at, port)] < p->hops[at])
                return port;
        }
    }
    return LB_NONE;
}

static void go_around(const platform *p, uint32_t from, uint32_t to) {
    measure_hops(p, to);
    for (uint32_t at = from; at != to;)
        at = cross(p, at, next_port(p, from, at));
}

/* ---- Routes ---- */

static void go_straight(const platform *p, uint32_t from, uint32_t to) {
    uint32_t at = from;
    for (unsigned dim = 0; dim < lb_net_dims(p->net); dim++) {
        uint32_t radix = lb_net_radix(p->net, dim);
        uint32_t ahead = (lb_digit(p->net, to, dim) + radix - lb_digit(p->net, from, dim)) % radix;
        bool up = 2 * ahead < radix || (2 * ahead == radix && lb_digit(p->net, from, dim) % 2 == 0);
        uint32_t hops = ahead == 0 ? 0 : up ? ahead : radix - ahead;
        for (uint32_t i = 0; i < hops; i++)
            at = cross(p, at, lb_port_of(p->net, dim, up || radix == 2 ? 1 : -1));
    }
}

static void write_route(const platform *p, uint32_t from, uint32_t to) {
    fprintf(p->out, "  <route src=\"n%" PRIu32 "\" dst=\"n%" PRIu32 "\" symmetrical=\"NO\">", from, to);
    if (from == to)
        fprintf(p->out, "<link_ctn id=\"self\"/>");
    else if (p->ports)
        fprintf(p->out, "<link_ctn id=\"o%" PRIu32 "\"/>", from);
    if (p->hops)
        go_around(p, from, to);
    else
        go_straight(p, from, to);
    if (p->ports && from != to)
        fprintf(p->out, "<link_ctn id=\"i%" PRIu32 "\"/>", to);
    fprintf(p->out, "</route>\n");
}

static void write_builtin(const platform *p) {
    fprintf(p->out,
            " <cluster id=\"c\" prefix=\"n\" suffix=\"\" radical=\"0-%" PRIu32 "\" speed=\"1e9f\" "
            "bw=\"%.17gBps\" lat=\"%.17gs\" topology=\"TORUS\" topo_parameters=\"",
            lb_net_nodes(p->net) - 1, p->bandwidth, p->latency);
    for (unsigned dim = 0; dim < lb_net_dims(p->net); dim++)
        fprintf(p->out, "%s%" PRIu32, dim ? "," : "", lb_net_radix(p->net, dim));
    fprintf(p->out, "\" sharing_policy=\"SPLITDUPLEX\" loopback_bw=\"1e12Bps\" loopback_lat=\"0s\"/>\n");
}

static void write_platform(const platform *p) {
    uint32_t n = lb_net_nodes(p->net);
    fprintf(p->out, "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                    "<platform version=\"4.1\">\n");
    if (p->builtin) {
        write_builtin(p);
    } else {
        fprintf(p->out, " <zone id=\"z\" routing=\"Full\">\n");
        for (uint32_t v = 0; v < n; v++)
            fprintf(p->out, "  <host id=\"n%" PRIu32 "\" speed=\"1e9f\"/>\n", v);
        write_links(p);
        for (uint32_t from = 0; from < n; from++) {
            for (uint32_t to = 0; to < n; to++)
                write_route(p, from, to);
        }
        fprintf(p->out, " </zone>\n");
    }
    fprintf(p->out, "</platform>\n");
}

static int fail(const char *text) {
    fprintf(stderr, "platform: %s\n", text);
    return 2;
}

static bool read_links(platform *p, const char *text) {
    double rate, latency;
    char rest;
    if (sscanf(text, "links=%lf/%lf%c", &rate, &latency, &rest) != 2 || !(rate > 0) || !(latency >= 0))
        return false;
    p->bandwidth = rate * 1e9 / 8;
    p->latency = latency * 1e-6;
    return true;
}

static bool read_option(platform *p, const char *text) {
    char rest;
    if (strncmp(text, "links=", 6) == 0)
        return read_links(p, text);
    if (strcmp(text, "builtin") == 0)
        return p->builtin = true;
    if (strcmp(text, "mesh") == 0)
        return p->mesh = true;
    if (sscanf(text, "ports=%" SCNu32 "%c", &p->ports, &rest) == 1)
        return p->ports > 0;
    if (sscanf(text, "dead=%" SCNu32 "-%" SCNu32 "%c", &p->ends[0], &p->ends[1], &rest) == 2)
        p->factor = 0;
    else if (sscanf(text, "slow=%" SCNu32 "-%" SCNu32 "/%" SCNu32 "%c", &p->ends[0], &p->ends[1], &p->factor, &rest) !=
                 3 ||
             p->factor == 0)
        return false;
    uint32_t n = lb_net_nodes(p->net);
    return p->ends[0] < n && p->ends[1] < n && lb_port_to(p->net, p->ends[0], p->ends[1]) != LB_NONE;
}

static int open_file(const char *name, const char *ending, FILE **file) {
    char path[512];
    int length = snprintf(path, sizeof path, "%s%s", name, ending);
    *file = length > 0 && (size_t)length < sizeof path ? fopen(path, "w") : NULL;
    return *file ? 0 : fail("a file cannot be written");
}

int main(int argc, char **argv) {
    lb_net *net;
    lb_why why;
    platform p = {.bandwidth = 1.25e9, .latency = 1e-6};
    if (argc < 3)
        return fail("usage: platform NETWORK NAME [links=R/L] [ports=K] [slow=A-B/F | dead=A-B] [mesh] [builtin]");
    if (lb_net_parse(argv[1], &net, &why))
        return fail(why.text);
    p.net = net;
    for (int i = 3; i < argc; i++) {
        if (!read_option(&p, argv[i]))
            return fail("an option that is none, or not of this network");
    }
    if (p.mesh || (p.factor == 0 && p.ends[0] != p.ends[1])) {
        p.hops = malloc(lb_net_nodes(net) * sizeof *p.hops);
        if (!p.hops)
            return fail("not enough memory");
    }
    if (p.builtin && (p.ports || p.hops || p.ends[0] != p.ends[1]))
        return fail("builtin networks have links that are all alike and drive all of them");
    int error = open_file(argv[2], ".xml", &p.out);
    if (!error) {
        write_platform(&p);
        error = fclose(p.out) ? fail("the platform could not be written") : open_file(argv[2], ".hosts", &p.out);
    }
    if (!error) {
        for (uint32_t v = 0; v < lb_net_nodes(net); v++)
            fprintf(p.out, "n%" PRIu32 "\n", v);
        error = fclose(p.out) ? fail("the hosts could not be written") : 0;
    }
    free(p.hops);
    lb_net_free(net);
    return error;
}
