/* linkbound networks NETWORK: its size, and of a graph which network with a name it is, node by node. */
#include "cli/network_is.h"

#include "cli/net_names.h"
#include "cli/problem.h"
#include "cli/say.h"
#include "cli/term.h"
#include "linkbound-find.h"
#include "out/json.h"
#include "out/wrap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct facts {
    lb_net *net, *named; /* named: NULL where it is no other network */
    uint32_t *node_of;
    char name[256], other[256];
    unsigned degree;
} facts;

/* Most links that leave a node, each lane counted. */
static unsigned degree_of(const lb_net *net) {
    unsigned most = 0;
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        unsigned here = 0;
        for (unsigned p = 0; p < lb_net_ports(net); p++)
            here += lb_link_alive(net, v, p);
        most = here > most ? here : most;
        if (lb_net_is_lattice(net))
            break;
    }
    return most;
}

static int find_facts(const char *network, facts *f) {
    lb_why why = {""};
    int status = cli_net_parse(network, &f->net);
    if (status)
        return status;
    f->degree = degree_of(f->net);
    lb_net_name(f->net, f->name, sizeof f->name);
    f->node_of = malloc(lb_net_nodes(f->net) * sizeof *f->node_of);
    int error = f->node_of ? lb_find_renumbered(f->net, &f->named, f->node_of, &why) : LB_ERR_MEMORY;
    if (f->named)
        lb_net_name(f->named, f->other, sizeof f->other);
    return error == LB_ERR_MEMORY ? cli_fail_why(error, &why) : CLI_OK;
}

static void print_json(const facts *f) {
    out_json json = {.out = stdout};
    out_json_open(&json, NULL, '{');
    out_json_text(&json, "network", f->name);
    out_json_number(&json, "nodes", lb_net_nodes(f->net));
    out_json_number(&json, "degree", f->degree);
    out_json_number(&json, "diameter", lb_diameter(f->net));
    out_json_bool(&json, "lattice", lb_net_is_lattice(f->net));
    out_json_text(&json, "renumbered", f->named ? f->other : NULL);
    out_json_list(&json, "node_of", f->node_of, f->named ? lb_net_nodes(f->net) : 0);
    out_json_end(&json);
}

static void print_numbers(const facts *f, unsigned width) {
    uint32_t n = lb_net_nodes(f->net), shown = n < 64 ? n : 64;
    char text[2048];
    size_t length = (size_t)snprintf(text, sizeof text, "it is %.200s, numbered otherwise: nodes 0 to %" PRIu32 " are",
                                     f->other, shown - 1);
    for (uint32_t v = 0; v < shown && length < sizeof text; v++)
        length += (size_t)snprintf(text + length, sizeof text - length, " %" PRIu32, f->node_of[v]);
    if (shown < n && length < sizeof text)
        snprintf(text + length, sizeof text - length, " (--json has them all)");
    printf("  ");
    out_wrap(stdout, 2, width, text);
}

static void print_text(const cli_args *args, const facts *f) {
    lb_style style = cli_style(stdout, args);
    char title[512];
    lb_net_title(f->net, title, sizeof title);
    printf("%s%s%s: %" PRIu32 " node%s of degree %u, diameter %" PRIu32 "\n", lb_ink_on(&style, LB_INK_BOLD), title,
           lb_ink_on(&style, LB_INK_PLAIN), lb_net_nodes(f->net), lb_net_nodes(f->net) == 1 ? "" : "s", f->degree,
           lb_diameter(f->net));
    if (f->named)
        print_numbers(f, style.width);
    else if (lb_net_is_graph(f->net))
        printf("  no network with a name was found that it is\n");
}

int cli_network_is(const cli_args *args, const char *network) {
    facts f = {.net = NULL};
    int status = find_facts(network, &f);
    if (!status && cli_given(args, OPT_JSON))
        print_json(&f);
    else if (!status)
        print_text(args, &f);
    lb_net_free(f.net);
    lb_net_free(f.named);
    free(f.node_of);
    return status;
}
