/* The offsets of stencils by name, on any lattice: moore:R, up to R steps in every dimension, and vonneumann:R, up to R
 * hops. Every node is looked at once, so where a radius reaches around nothing is listed twice. */
#include "cli/args.h"
#include "cli/lists.h"
#include "cli/options.h"
#include "cli/say.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Marks, with LB_NONE changed to 0, every node that the stencil has; mark and queue have room for all nodes. */
typedef void (*stencil)(const lb_net *net, uint32_t radius, uint32_t *mark, uint32_t *queue);

/* Dimension by dimension, from all that are marked, up to `radius` steps forth and back: digits that wrap around may
 * carry, so that it is not enough to look at them. */
static void mark_moore(const lb_net *net, uint32_t radius, uint32_t *mark, uint32_t *queue) {
    uint32_t nodes = lb_net_nodes(net), step = 1;
    for (unsigned dim = 0; dim < lb_net_dims(net); step *= lb_net_radix(net, dim++)) {
        uint32_t tail = 0;
        for (uint32_t v = 0; v < nodes; v++) {
            if (mark[v] != LB_NONE)
                mark[queue[tail++] = v] = 0;
        }
        for (uint32_t head = 0; head < tail && lb_net_radix(net, dim) > 1; head++) {
            uint32_t v = queue[head], next[2] = {lb_add(net, v, step), lb_sub(net, v, step)};
            for (int i = 0; i < 2 && mark[v] < radius; i++) {
                if (mark[next[i]] == LB_NONE)
                    mark[queue[tail++] = next[i]] = mark[v] + 1;
            }
        }
    }
}

static void mark_von_neumann(const lb_net *net, uint32_t radius, uint32_t *mark, uint32_t *queue) {
    uint32_t nodes = lb_net_nodes(net);
    for (uint32_t v = 0; v < nodes; v++)
        queue[v] = lb_distance(net, 0, v);
    for (uint32_t v = 0; v < nodes; v++)
        mark[v] = queue[v] <= radius ? 0 : LB_NONE;
}

static int find(const char *option, const char *text, stencil *found, uint32_t *radius) {
    static const struct {
        const char *name;
        stencil mark;
    } stencils[] = {{"moore", mark_moore}, {"vonneumann", mark_von_neumann}, {"von-neumann", mark_von_neumann}};
    const char *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    for (size_t i = 0; i < sizeof stencils / sizeof *stencils; i++) {
        if (strlen(stencils[i].name) != length || strncmp(text, stencils[i].name, length) != 0)
            continue;
        *found = stencils[i].mark;
        uint32_t range[2] = {0, 0};
        if (!colon || strstr(colon, ".."))
            return cli_fail("%s %.60s: write %s:1, with one radius", option, text, stencils[i].name);
        int status = cli_parse_range(option, colon + 1, range);
        if (!status && range[0] == 0)
            status = cli_fail("%s %.60s: the radius is at least 1", option, text);
        *radius = range[0];
        return status;
    }
    return cli_fail("%s '%.60s': choose moore:R or vonneumann:R", option, text);
}

/* The nodes that are marked, but for node 0. */
static void keep_marked(const lb_net *net, const uint32_t *mark, cli_ids *list) {
    for (uint32_t v = 1; v < lb_net_nodes(net); v++) {
        if (mark[v] != LB_NONE)
            list->entry[list->count++] = v;
    }
}

int cli_stencil_parse(const char *option, const char *text, const lb_net *net, cli_ids *list) {
    stencil marking = mark_moore;
    uint32_t radius = 0, nodes = lb_net_nodes(net);
    int status = find(option, text, &marking, &radius);
    if (status)
        return status;
    if (!lb_net_is_torus(net) && !lb_net_is_lattice(net))
        return cli_fail("%s %.60s: needs a network that looks the same from every node; any has neighbors", option,
                        text);
    uint32_t *mark = malloc(nodes * sizeof *mark);
    list->entry = malloc(nodes * sizeof *list->entry);
    if (!list->entry || !mark) {
        free(mark);
        return cli_fail("%s: memory for the list could not be had", option);
    }
    list->room = nodes;
    memset(mark, 0xff, nodes * sizeof *mark);
    mark[0] = 0;
    marking(net, radius, mark, list->entry);
    keep_marked(net, mark, list);
    free(mark);
    return CLI_OK;
}
