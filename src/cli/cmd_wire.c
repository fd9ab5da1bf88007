/* linkbound wire NETWORK: how to build a cluster without switches: who is plugged into whom, addresses, and routes for
 * what is not a neighbour's. */
#include "cli/commands.h"
#include "cli/net_names.h"
#include "cli/problem.h"
#include "cli/say.h"
#include "cli/wire.h"
#include "cli/wire_files.h"
#include "out/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef enum manner { TABLE, IP, NETWORKD, LINES, MANNERS } manner;
static const char *const manners[MANNERS] = {"table", "ip", "networkd", "lines"};

/* Cables are counted at one end; with --node all of that node's are shown, from its own end. */
static bool shown(const wiring *w, const cli_args *args, uint32_t node, unsigned port) {
    return cli_given(args, OPT_NODE) ? node == args->node && wiring_has_cable(w, node, port)
                                     : wiring_first_end(w, node, port);
}

static void show_table(const wiring *w, const cli_args *args) {
    char name[128];
    lb_net_title(w->net, name, sizeof name);
    uint64_t cables = 0, width = 4;
    for (uint32_t v = 0; v < lb_net_nodes(w->net); v++) {
        uint64_t length = strlen(w->hosts[v]);
        width = length > width ? length : width;
        for (unsigned port = 0; port < lb_net_ports(w->net); port++)
            cables += wiring_first_end(w, v, port);
    }
    printf("%s: %" PRIu32 " host%s, %" PRIu64 " cable%s, %u port%s on each host\n\n", name, lb_net_nodes(w->net),
           lb_net_nodes(w->net) == 1 ? "" : "s", cables, cables == 1 ? "" : "s", lb_net_ports(w->net),
           lb_net_ports(w->net) == 1 ? "" : "s");
    printf("  %-*s  %-10s  %-15s     %-*s  %-10s  %s\n", (int)width, "host", "port", "address", (int)width, "host",
           "port", "address");
    for (uint32_t v = 0; v < lb_net_nodes(w->net); v++) {
        for (unsigned port = 0; port < lb_net_ports(w->net); port++) {
            uint32_t to = lb_neighbor(w->net, v, port);
            unsigned other = wiring_other_port(w, port);
            if (shown(w, args, v, port))
                printf("  %-*s  %-10s  %-15s <-> %-*s  %-10s  %s\n", (int)width, w->hosts[v], w->ports[port],
                       wiring_end_address(w, v, port).text, (int)width, w->hosts[to], w->ports[other],
                       wiring_end_address(w, to, other).text);
        }
    }
    printf("\nEvery cable is a network of two addresses (/31). All hosts know each other\nby %s",
           wiring_node_address(0).text);
    printf(" (%s) to %s (%s).\n", w->hosts[0], wiring_node_address(lb_net_nodes(w->net) - 1).text,
           w->hosts[lb_net_nodes(w->net) - 1]);
}

/* For programs: numbers of nodes and ports, a line for every cable and for every node's next hop to every other. */
static void show_lines(const wiring *w, uint32_t first, uint32_t end) {
    uint32_t nodes = lb_net_nodes(w->net);
    unsigned ports = lb_net_ports(w->net);
    printf("nodes %" PRIu32 "\nports %u\n", nodes, ports);
    for (uint32_t v = first; v < end; v++) {
        for (unsigned port = 0; port < ports; port++) {
            if (wiring_first_end(w, v, port))
                printf("link %" PRIu32 " %u %" PRIu32 " %u\n", v, port, lb_neighbor(w->net, v, port),
                       wiring_other_port(w, port));
        }
    }
    for (uint32_t v = first; v < end; v++) {
        for (uint32_t to = 0; to < nodes; to++) {
            unsigned port = to == v ? 0 : wiring_route(w, v, to);
            if (to != v)
                printf("route %" PRIu32 " %" PRIu32 " %u %" PRIu32 "\n", v, to, port, lb_neighbor(w->net, v, port));
        }
    }
}

static void json_end(out_json *json, const char *key, const wiring *w, uint32_t node, unsigned port) {
    out_json_open(json, key, '{');
    out_json_text(json, "host", w->hosts[node]);
    out_json_number(json, "node", node);
    out_json_text(json, "port", w->ports[port]);
    out_json_text(json, "address", wiring_end_address(w, node, port).text);
    out_json_close(json, '}');
}

static int show_json(const wiring *w, const cli_args *args) {
    out_json json = {.out = stdout};
    char name[128];
    lb_net_title(w->net, name, sizeof name);
    out_json_open(&json, NULL, '{');
    out_json_text(&json, "network", name);
    out_json_open(&json, "hosts", '[');
    for (uint32_t v = 0; v < lb_net_nodes(w->net); v++) {
        out_json_open(&json, NULL, '{');
        out_json_text(&json, "host", w->hosts[v]);
        out_json_number(&json, "node", v);
        out_json_text(&json, "address", wiring_node_address(v).text);
        out_json_close(&json, '}');
    }
    out_json_close(&json, ']');
    out_json_open(&json, "cables", '[');
    for (uint32_t v = 0; v < lb_net_nodes(w->net); v++) {
        for (unsigned port = 0; port < lb_net_ports(w->net); port++) {
            if (!shown(w, args, v, port))
                continue;
            out_json_open(&json, NULL, '{');
            json_end(&json, "from", w, v, port);
            json_end(&json, "to", w, lb_neighbor(w->net, v, port), wiring_other_port(w, port));
            out_json_close(&json, '}');
        }
    }
    out_json_close(&json, ']');
    out_json_end(&json);
    return CLI_OK;
}

static int show(const wiring *w, const cli_args *args, manner how) {
    uint32_t nodes = lb_net_nodes(w->net), first = 0, end = nodes;
    if (cli_given(args, OPT_NODE)) {
        if (args->node >= nodes)
            return cli_fail("wire: there is no node %" PRIu32 "; the network has nodes 0 to %" PRIu32, args->node,
                            nodes - 1);
        first = args->node;
        end = first + 1;
    }
    if (cli_given(args, OPT_JSON))
        return show_json(w, args);
    if (how == TABLE) {
        show_table(w, args);
        return CLI_OK;
    }
    if (how == LINES) {
        show_lines(w, first, end);
        return CLI_OK;
    }
    for (uint32_t v = first; v < end; v++) {
        if (how == IP)
            wiring_ip(stdout, w, v);
        else
            wiring_networkd(stdout, w, v);
    }
    return CLI_OK;
}

static int run(const cli_args *args) {
    lb_net *net = NULL;
    wiring w = {.net = NULL};
    unsigned how = TABLE;
    if (args->operands < 1)
        return cli_fail("wire: which network? linkbound wire cube:3");
    while (args->operands > 1 && how < MANNERS && strcmp(args->operand[1], manners[how]) != 0)
        how++;
    if (how == MANNERS)
        return cli_fail_unknown("format", args->operand[1], manners, MANNERS);
    if (cli_given(args, OPT_JSON) && how != TABLE)
        return cli_fail("wire: --json is another way to write the table, not for %s", manners[how]);
    int status = cli_net_parse(args->operand[0], &net);
    if (!status)
        status = wiring_make(net, args->hosts, args->interfaces, &w);
    if (!status)
        status = show(&w, args, (manner)how);
    wiring_free(&w);
    lb_net_free(net);
    return status;
}

const cli_command cli_wire = {
    .name = "wire",
    .usage = "NETWORK [table|ip|networkd|lines] [OPTION...]",
    .summary = "cables, addresses and routes of a cluster without switches",
    .options = CLI_OPTIONS(OPTS_LOOK, OPT_HOSTS, OPT_INTERFACES, OPT_NODE, OPT_JSON),
    .max_operands = 2,
    .run = run,
    .help = "Lists which port of which host is cabled to which. Every cable gets two\n"
            "addresses, and every host one more, which all others can reach through the\n"
            "network, dimension by dimension. ip: as commands; networkd: as files for\n"
            "systemd-networkd; lines: for programs. --node V: only for that node.\n"
            "--hosts n[0-7] or a,b,c are the names of the hosts in the order of the nodes,\n"
            "--interfaces eth1,eth2 those of the ports.\n",
};
