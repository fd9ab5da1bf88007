/* linkbound tune: measures, tells, keeps. */
#define _POSIX_C_SOURCE 200809L
#include "cli/tune.h"

#include "cli/mpi/tool.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/term.h"
#include "mpi/engine.h"
#include "out/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 4096 };

static void tell(const cli_args *args, const lb_net *net, const lb_mpi_profile *p, const char *path) {
    lb_style style = cli_style(stdout, args);
    char text[PATH + 64], name[128];
    lb_net_title(net, name, sizeof name);
    printf("links of %s (%u processes)\n", name, (unsigned)lb_net_nodes(net));
    snprintf(text, sizeof text, "%.3f ns per byte, %.2f Gbit/s a link and direction", lb_ratio_value(p->tau),
             8 / lb_ratio_value(p->tau));
    cli_report_row(stdout, &style, "tau", text);
    snprintf(text, sizeof text, "%.0f ns per packet", lb_ratio_value(p->beta));
    cli_report_row(stdout, &style, "beta", text);
    snprintf(text, sizeof text, "%.0f ns per packet, of several on a link", lb_ratio_value(p->gap));
    cli_report_row(stdout, &style, "gap", text);
    if (p->routed)
        snprintf(text, sizeof text, "%.0f ns: messages may go past processes on the way", lb_ratio_value(p->hop));
    else
        snprintf(text, sizeof text, "none: messages go to neighbours");
    cli_report_row(stdout, &style, "hop", text);
    cli_report_row(stdout, &style, "shared", p->shared ? "yes: packets on a link come together" : "no: one by one");
    if (p->ports)
        snprintf(text, sizeof text, "%" PRIu32 " of %u: more carry no more", p->ports, lb_net_ports(net));
    else
        snprintf(text, sizeof text, "all %u", lb_net_ports(net));
    cli_report_row(stdout, &style, "ports", text);
    if (p->chunk)
        snprintf(text, sizeof text, "%" PRIu64 " bytes, where a link is used both ways", p->chunk);
    else
        snprintf(text, sizeof text, "none: long messages are as quick both ways");
    cli_report_row(stdout, &style, "chunk", text);
    snprintf(text, sizeof text, "%.3f ns per byte, inside a node", lb_ratio_value(p->copy));
    cli_report_row(stdout, &style, "copy", text);
    snprintf(text, sizeof text, "%.0f ns, inside a node", lb_ratio_value(p->meet));
    cli_report_row(stdout, &style, "meet", text);
    cli_report_row(stdout, &style, "written to", path);
}

static void tell_json(const lb_net *net, const lb_mpi_profile *p, const char *path) {
    out_json json = {.out = stdout};
    char name[128];
    lb_net_title(net, name, sizeof name);
    out_json_open(&json, NULL, '{');
    out_json_text(&json, "network", name);
    out_json_double(&json, "tau_ns", lb_ratio_value(p->tau));
    out_json_double(&json, "beta_ns", lb_ratio_value(p->beta));
    out_json_double(&json, "gap_ns", lb_ratio_value(p->gap));
    if (p->routed)
        out_json_double(&json, "hop_ns", lb_ratio_value(p->hop));
    else
        out_json_null(&json, "hop_ns");
    out_json_bool(&json, "shared", p->shared);
    out_json_number(&json, "ports", p->ports ? p->ports : lb_net_ports(net));
    out_json_number(&json, "chunk", p->chunk);
    out_json_number(&json, "window", p->window);
    out_json_double(&json, "copy_ns", lb_ratio_value(p->copy));
    out_json_double(&json, "meet_ns", lb_ratio_value(p->meet));
    out_json_text(&json, "profile", path);
    out_json_end(&json);
}

/* Where to, and whether it can be written there: rank 0 tries, before all measure for nothing. */
static int try_place(const lb_mpi_net *net, const char *path, int length) {
    lb_why why = {""};
    int error = LB_OK;
    if (length <= 0 || length >= PATH) {
        error = LB_ERR_IO;
        snprintf(why.text, sizeof why.text, "nowhere to write the profile: say where with -o FILE");
    } else if (lb_mpi_net_rank(net) == 0 && strcmp(path, "-") != 0) {
        error = lb_mpi_profile_possible(path, &why);
    }
    MPI_Bcast(&error, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

static int keep(const lb_mpi_net *net, const lb_mpi_profile *profile, const char *path) {
    lb_why why = {""};
    if (lb_mpi_net_rank(net) > 0)
        return CLI_OK;
    if (strcmp(path, "-") == 0)
        return lb_mpi_profile_print(stdout, profile) ? CLI_OK : cli_fail("standard output cannot be written to");
    int error = lb_mpi_profile_write(path, profile, &why);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

int cli_tune_links(const cli_args *args) {
    lb_mpi_net *net = NULL;
    lb_net *network = NULL;
    lb_mpi_profile profile;
    lb_why why = {""};
    char path[PATH] = ""; /* only rank 0 is sure to find one */
    int length =
        cli_given(args, OPT_OUTPUT) ? snprintf(path, PATH, "%s", args->output) : lb_mpi_profile_path(path, PATH);
    setenv("LINKBOUND_PROFILE", "none", 1); /* what is to be written need not be there, nor be good */
    int error = args->operands ? lb_net_parse(args->operand[0], &network, &why) : LB_OK;
    if (error)
        return cli_fail_why(error, &why);
    int status = tool_net(network, &net);
    lb_net_free(network);
    if (status)
        return status;
    status = try_place(net, path, length);
    if (status) {
        lb_mpi_net_free(&net);
        return status;
    }
    cli_wait_begin("measuring", cli_given(args, OPT_QUIET));
    int code = lb_mpi_tune(net, &profile);
    cli_wait_end();
    status = code == MPI_SUCCESS ? keep(net, &profile, path) : tool_fail(code);
    bool printed = !status && strcmp(path, "-") == 0; /* the profile is all that standard output has */
    if (!status && !printed && cli_given(args, OPT_JSON))
        tell_json(lb_mpi_net_network(net), &profile, path);
    else if (!status && !printed && !cli_given(args, OPT_QUIET))
        tell(args, lb_mpi_net_network(net), &profile, path);
    lb_mpi_net_free(&net);
    return status;
}
