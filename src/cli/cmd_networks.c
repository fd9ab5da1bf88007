/* linkbound networks [NETWORK]: the kinds of networks, and the machines that are known by name; or what one is. */
#include "cli/commands.h"
#include "cli/network_is.h"
#include "cli/say.h"
#include "cli/term.h"
#include "out/json.h"
#include "out/wrap.h"

#include <inttypes.h>

/* Most links that leave a node, each lane counted. */
static unsigned degree(const lb_net *net) {
    unsigned most = 0;
    for (uint32_t v = 0; v < lb_net_nodes(net) && lb_net_is_graph(net); v++) {
        unsigned here = 0;
        for (unsigned p = 0; p < lb_net_ports(net); p++)
            here += lb_link_alive(net, v, p);
        most = here > most ? here : most;
    }
    return lb_net_is_graph(net) ? most : lb_net_ports(net);
}

/* The network of a machine; the catalogue has none that cannot be made but for want of memory. */
static int machine_net(const lb_wiring *machine, lb_net **net) {
    char name[64];
    lb_why why = {""};
    snprintf(name, sizeof name, "machine:%s", machine->name);
    int error = lb_net_parse(name, net, &why);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

/* ---- Text ---- */

enum { INDENT = 28 };

static void print_kinds(const lb_style *style) {
    printf("%s%-*sKIND%s\n", lb_ink_on(style, LB_INK_DIM), INDENT, "NETWORK", lb_ink_on(style, LB_INK_PLAIN));
    for (size_t i = 0; i < lb_network_kinds(); i++) {
        const lb_network_kind *kind = lb_network_kind_at(i);
        char text[200];
        snprintf(text, sizeof text, "%s: %s", kind->name, kind->about);
        printf("%s%-*s%s", lb_ink_on(style, LB_INK_BOLD), INDENT, kind->example, lb_ink_on(style, LB_INK_PLAIN));
        out_wrap(stdout, INDENT, style->width, text);
    }
}

static int print_machine(const lb_style *style, const lb_wiring *machine) {
    lb_net *net;
    char text[200];
    int status = machine_net(machine, &net);
    if (status)
        return status;
    printf("%s%-*s%s", lb_ink_on(style, LB_INK_BOLD), INDENT, machine->name, lb_ink_on(style, LB_INK_PLAIN));
    snprintf(text, sizeof text, "%s; %" PRIu32 " node%s of degree %u", machine->network ? machine->network : "a graph",
             lb_net_nodes(net), lb_net_nodes(net) == 1 ? "" : "s", degree(net));
    out_wrap(stdout, INDENT, style->width, text);
    lb_net_free(net);
    printf("  ");
    out_wrap(stdout, 2, style->width, machine->about);
    printf("  %s%s%s\n", lb_ink_on(style, LB_INK_DIM), machine->source, lb_ink_on(style, LB_INK_PLAIN));
    return CLI_OK;
}

static int print_text(const cli_args *args) {
    lb_style style = cli_style(stdout, args);
    int status = CLI_OK;
    print_kinds(&style);
    printf("\n%s%-*sNETWORK%s\n", lb_ink_on(&style, LB_INK_DIM), INDENT, "machine:", lb_ink_on(&style, LB_INK_PLAIN));
    for (size_t i = 0; i < lb_wirings() && !status; i++)
        status = print_machine(&style, lb_wiring_at(i));
    return status;
}

/* ---- JSON ---- */

static int json_machine(out_json *json, const lb_wiring *machine) {
    lb_net *net;
    int status = machine_net(machine, &net);
    if (status)
        return status;
    out_json_open(json, NULL, '{');
    out_json_text(json, "name", machine->name);
    out_json_text(json, "network", machine->network);
    out_json_number(json, "nodes", lb_net_nodes(net));
    out_json_number(json, "degree", degree(net));
    out_json_text(json, "about", machine->about);
    out_json_text(json, "source", machine->source);
    out_json_close(json, '}');
    lb_net_free(net);
    return CLI_OK;
}

static int print_json(void) {
    out_json json = {.out = stdout};
    int status = CLI_OK;
    out_json_open(&json, NULL, '{');
    out_json_open(&json, "kinds", '[');
    for (size_t i = 0; i < lb_network_kinds(); i++) {
        const lb_network_kind *kind = lb_network_kind_at(i);
        out_json_open(&json, NULL, '{');
        out_json_text(&json, "name", kind->name);
        out_json_text(&json, "example", kind->example);
        out_json_text(&json, "about", kind->about);
        out_json_close(&json, '}');
    }
    out_json_close(&json, ']');
    out_json_open(&json, "machines", '[');
    for (size_t i = 0; i < lb_wirings() && !status; i++)
        status = json_machine(&json, lb_wiring_at(i));
    out_json_close(&json, ']');
    out_json_end(&json);
    return status;
}

static int run(const cli_args *args) {
    if (args->operands)
        return cli_network_is(args, args->operand[0]);
    if (!cli_given(args, OPT_NAMES))
        return cli_given(args, OPT_JSON) ? print_json() : print_text(args);
    for (size_t i = 0; i < lb_wirings(); i++)
        printf("machine:%s\n", lb_wiring_at(i)->name);
    return CLI_OK;
}

const cli_command cli_networks = {
    .name = "networks",
    .usage = "[NETWORK]",
    .max_operands = 1,
    .summary = "the kinds of networks, and machines that are known by name",
    .options = CLI_OPTIONS(OPTS_LOOK, OPT_JSON, OPT_NAMES),
    .run = run,
};
