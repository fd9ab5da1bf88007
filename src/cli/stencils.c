/* The offsets of stencils by name, on any torus: moore:R and vonneumann:R. Every node is looked at once, so where a
 * radius reaches around a radix nothing is listed twice. */
#include "cli/args.h"
#include "cli/lists.h"
#include "cli/options.h"
#include "cli/say.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef bool (*inside)(const lb_net *net, uint32_t node, uint32_t radius);

/* Every digit is at most radius away, one way or the other. */
static bool in_moore(const lb_net *net, uint32_t node, uint32_t radius) {
    for (unsigned dim = 0; dim < lb_net_dims(net); dim++) {
        uint32_t digit = lb_digit(net, node, dim), back = lb_net_radix(net, dim) - digit;
        if ((digit < back ? digit : back) > radius)
            return false;
    }
    return true;
}

/* All digits together are. */
static bool in_von_neumann(const lb_net *net, uint32_t node, uint32_t radius) {
    return lb_distance(net, 0, node) <= radius;
}

static int find(const char *option, const char *text, inside *test, uint32_t *radius) {
    static const struct {
        const char *name;
        inside test;
    } stencils[] = {{"moore", in_moore}, {"vonneumann", in_von_neumann}, {"von-neumann", in_von_neumann}};
    const char *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    for (size_t i = 0; i < sizeof stencils / sizeof *stencils; i++) {
        if (strlen(stencils[i].name) != length || strncmp(text, stencils[i].name, length) != 0)
            continue;
        *test = stencils[i].test;
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

int cli_stencil_parse(const char *option, const char *text, const lb_net *net, cli_ids *list) {
    inside test = in_moore;
    uint32_t radius = 0, nodes = lb_net_nodes(net);
    int status = find(option, text, &test, &radius);
    if (status)
        return status;
    size_t count = 0;
    for (uint32_t node = 1; node < nodes; node++)
        count += test(net, node, radius);
    list->entry = malloc((count ? count : 1) * sizeof *list->entry);
    if (!list->entry)
        return cli_fail("%s: memory for the list could not be had", option);
    list->room = count;
    for (uint32_t node = 1; node < nodes; node++) {
        if (test(net, node, radius))
            list->entry[list->count++] = node;
    }
    return CLI_OK;
}
