/* Network names: "cube:6", "ring:8", "3x4x5", "mesh:8x4", "twisted:4x4x8", "4x4*complete:4", "4x4x2 speeds 4,4,1",
 * "graph:FILE", "machine:NAME".
 *
 * A name is factors with * between them, and perhaps speeds. Every factor adds digits, generators and groups to one
 * recipe (net/lattice.h); what comes out as rings and nothing else is a torus, however it was written. */
#include "net/factors.h"
#include "net/flights.h"
#include "net/graph_file.h"
#include "net/lattice.h"
#include "net/machines.h"
#include "net/recognise.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int parse_factors(lb_reading *r, lb_why *why) {
    for (;;) {
        int error = lb_read_factor(r, why);
        if (error)
            return error;
        if (*r->at != '*')
            return LB_OK;
        r->at++;
    }
}

static bool has_links(const lb_recipe *r, unsigned group) {
    for (unsigned i = 0; i < r->ways; i++) {
        if (r->way[i].group == group)
            return true;
    }
    return false;
}

/* Only the ratio of speeds counts; a dimension of one node has no links, and so no speed. */
static void make_relative(lb_recipe *r) {
    uint32_t common = 0;
    for (unsigned i = 0; i < r->groups; i++)
        common = has_links(r, i) ? (uint32_t)lb_gcd(common, r->lanes[i]) : common;
    for (unsigned i = 0; i < r->groups; i++)
        r->lanes[i] = has_links(r, i) && common ? r->lanes[i] / common : 1;
}

/* " speeds 4,4,1": one for every group, relative to each other. */
static int parse_speeds(lb_reading *r, lb_why *why) {
    static const char word[] = " speeds ";
    unsigned count = 0;
    if (strncmp(r->at, word, sizeof word - 1) != 0)
        return lb_name_error(r->text, why);
    r->at += sizeof word - 1;
    for (;; r->at++) {
        uint32_t speed;
        if (!lb_read_number(&r->at, &speed))
            return lb_name_error(r->text, why);
        if (speed == 0 || speed > LB_MAX_PORTS)
            return lb_fail(why, LB_ERR_ARG, "a speed is a whole number from 1 to %d", LB_MAX_PORTS);
        if (count++ >= r->recipe.groups)
            break;
        r->recipe.lanes[count - 1] = speed;
        if (*r->at != ',')
            break;
    }
    if (*r->at && *r->at != ',')
        return lb_name_error(r->text, why);
    if (count != r->recipe.groups)
        return lb_fail(why, LB_ERR_ARG, "'%.60s' needs %u speed%s, one for each dimension or generator", r->text,
                       r->recipe.groups, r->recipe.groups == 1 ? "" : "s");
    make_relative(&r->recipe);
    return LB_OK;
}

/* ---- The name that everybody uses, however it was written ---- */

/* All lines (two nodes are as much a line as a ring), and one of more than two nodes. */
static bool is_mesh(const lb_reading *r) {
    bool some = false;
    for (unsigned i = 0; i < r->recipe.dims; i++) {
        if (!r->rings[i] || (!r->recipe.line[i] && r->recipe.radix[i] > 2))
            return false;
        some = some || r->recipe.radix[i] > 2;
    }
    return some;
}

static void name_factors(lb_reading *r) {
    bool mesh = is_mesh(r), before = false;
    if (mesh)
        lb_line_add(&r->line, "mesh:");
    for (unsigned i = 0; i < r->recipe.dims; i++) {
        if (r->rings[i])
            lb_line_add(&r->line, "%s%" PRIu32 "%s",
                        i == 0   ? ""
                        : before ? "x"
                                 : "*",
                        r->recipe.radix[i], !mesh && r->recipe.line[i] && r->recipe.radix[i] > 2 ? "-" : "");
        else if (r->other_first[i])
            lb_line_add(&r->line, "%s%s", i ? "*" : "", r->other + r->other_first[i] - 1);
        before = r->rings[i];
    }
}

static bool is_even(const lb_recipe *r) {
    for (unsigned i = 0; i < r->groups; i++) {
        if (r->lanes[i] > 1)
            return false;
    }
    return true;
}

static void name_speeds(lb_reading *r) {
    for (unsigned i = 0; i < r->recipe.groups && !is_even(&r->recipe); i++)
        lb_line_add(&r->line, "%s%" PRIu32, i ? "," : " speeds ", r->recipe.lanes[i]);
}

static int parse_lattice(const char *text, lb_net **net, lb_why *why) {
    lb_reading *r = lb_zeroed(1, sizeof *r);
    if (!r)
        return lb_fail_memory(why, "a network's name");
    *r = (lb_reading){.text = text, .at = text, .recipe.plain = true};
    r->line = (lb_line){r->name, sizeof r->name, 0};
    int error = parse_factors(r, why);
    if (!error && *r->at)
        error = parse_speeds(r, why);
    if (!error) {
        name_factors(r);
        name_speeds(r);
        error = lb_lattice_make(&r->recipe, r->name, net, why);
    }
    free(r);
    return error;
}

static int parse_machine(const char *text, const char *name, lb_net **net, lb_why *why) {
    const char *links;
    const lb_wiring *machine = lb_wiring_find(name, &links);
    if (!machine)
        return lb_fail(why, LB_ERR_ARG, "no machine is known as '%.60s'; linkbound networks lists them", name);
    return links ? lb_graph_parse(links, strlen(links), text, text, net, why)
                 : parse_lattice(machine->network, net, why);
}

int lb_net_by_name(lb_net **net, lb_why *why) {
    lb_guesses *guesses = lb_array(1, sizeof *guesses);
    if (!guesses || (lb_net_is_graph(*net) && lb_guess_names(*net, guesses))) {
        free(guesses);
        return lb_fail_memory(why, "a network");
    }
    for (unsigned i = 0; lb_net_is_graph(*net) && i < guesses->count; i++) {
        lb_net *named = NULL;
        if (parse_lattice(guesses->name[i], &named, NULL) == LB_OK && lb_same_links(*net, named)) {
            lb_net_free(*net);
            *net = named;
        } else {
            lb_net_free(named);
        }
    }
    free(guesses);
    return LB_OK;
}

static int parse_graph(const char *text, const char *path, lb_net **net, lb_why *why) {
    int error = lb_graph_read(path, text, net, why);
    if (!error)
        error = lb_net_by_name(net, why);
    if (error) {
        lb_net_free(*net);
        *net = NULL;
    }
    return error;
}

/* "8x8 cut-through", "8x8 dimension-order": how many characters come before that. */
static size_t without_routing(const char *text, lb_routing *routing) {
    static const struct {
        const char *word;
        lb_routing routing;
    } known[] = {{" cut-through", LB_FREE_ROUTES}, {" dimension-order", LB_DIMENSION_ORDER}};
    size_t length = strlen(text);
    *routing = LB_STORE_AND_FORWARD;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t tail = strlen(known[i].word);
        if (length > tail && strcmp(text + length - tail, known[i].word) == 0) {
            *routing = known[i].routing;
            return length - tail;
        }
    }
    return length;
}

static int parse_cut_through(const char *text, size_t length, lb_routing routing, lb_net **net, lb_why *why) {
    char *plain = lb_array(length + 1, 1), name[512];
    if (!plain)
        return lb_fail_memory(why, "a network's name");
    memcpy(plain, text, length);
    plain[length] = '\0';
    int error = lb_net_read(plain, net, why);
    free(plain);
    if (error)
        return error;
    int wrote = lb_net_name(*net, name, sizeof name);
    if (wrote >= 0 && (size_t)wrote < sizeof name)
        snprintf(name + wrote, sizeof name - (size_t)wrote, "%s", text + length);
    error = lb_net_cut_through(*net, routing, name, why);
    if (error) {
        lb_net_free(*net);
        *net = NULL;
    }
    return error;
}

/* "torus:4x4" is 4x4, "hypercube:4" is cube:4: how much of the name is left out. */
static size_t other_name(const char *text) {
    static const char torus[] = "torus:", hyper[] = "hyper", cube[] = "hypercube:";
    if (strncmp(text, torus, sizeof torus - 1) == 0 && text[sizeof torus - 1] >= '0' && text[sizeof torus - 1] <= '9')
        return sizeof torus - 1;
    return strncmp(text, cube, sizeof cube - 1) == 0 ? sizeof hyper - 1 : 0;
}

/* All in small letters; what a file is called stays as it is. */
static int parse_small(const char *text, lb_net **net, lb_why *why) {
    static const char graph[] = "graph:", machine[] = "machine:";
    lb_routing routing;
    *net = NULL;
    text += other_name(text);
    size_t length = without_routing(text, &routing);
    if (routing != LB_STORE_AND_FORWARD)
        return parse_cut_through(text, length, routing, net, why);
    if (strncmp(text, graph, sizeof graph - 1) == 0)
        return parse_graph(text, text + sizeof graph - 1, net, why);
    if (strncmp(text, machine, sizeof machine - 1) == 0)
        return parse_machine(text, text + sizeof machine - 1, net, why);
    return parse_lattice(text, net, why);
}

/* "CUBE:3" and "4X4" are meant well. */
int lb_net_read(const char *text, lb_net **net, lb_why *why) {
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t length = strlen(text);
    *net = NULL;
    if (strncmp(text, "graph:", 6) == 0 || !text[strcspn(text, capitals)])
        return parse_small(text, net, why);
    char *small = lb_array(length + 1, 1);
    if (!small)
        return lb_fail_memory(why, "a network's name");
    for (size_t i = 0; i <= length; i++)
        small[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]);
    int error = parse_small(small, net, why);
    free(small);
    return error;
}

int lb_net_name(const lb_net *net, char *buffer, size_t size) {
    size_t length = 0;
    if (size)
        buffer[0] = '\0';
    if (net->shape)
        return snprintf(buffer, size, "%s", net->shape->name);
    for (unsigned i = 0; i < net->dims; i++) {
        size_t room = length < size ? size - length : 0;
        int wrote = snprintf(room ? buffer + length : NULL, room, "%s%" PRIu32, i ? "x" : "", net->radix[i]);
        length += (size_t)wrote;
    }
    return (int)length;
}
