/* What the companion's parts share: MPI's errors as the tool's, and the network of all processes. */
#include "cli/mpi/tool.h"

#include "cli/say.h"

#include <string.h>

int tool_fail(int code) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    const char *begin = strncmp(text, "linkbound: ", 11) == 0 ? text + 11 : text;
    return cli_fail("%s", begin);
}

/* Processes are told a network by its name. A schedule may bring a graph that has none: its name is that of no file, or
 * of one with other links. */
static bool has_name(const lb_net *net, const char *name) {
    lb_net *again = NULL;
    bool same = !lb_net_is_graph(net) || (lb_net_parse(name, &again, NULL) == LB_OK && lb_net_equal(again, net));
    lb_net_free(again);
    return same;
}

int tool_net(const lb_net *net, lb_mpi_net **out) {
    char name[1024];
    if (net)
        lb_net_name(net, name, sizeof name);
    if (net && !has_name(net, name))
        return cli_fail("over MPI the links of a schedule file are not enough: --network, please, as in --network "
                        "graph:FILE");
    int code = lb_mpi_net_create(MPI_COMM_WORLD, net ? name : NULL, out);
    return code == MPI_SUCCESS ? CLI_OK : tool_fail(code);
}
