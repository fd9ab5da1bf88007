/* What the companion's parts share: MPI's errors as the tool's, and the network of all processes. */
#define _POSIX_C_SOURCE 200809L /* for mkstemp */
#include "cli/mpi/tool.h"

#include "cli/problem.h"
#include "cli/say.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int tool_fail(int code) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    const char *begin = strncmp(text, "linkbound: ", 11) == 0 ? text + 11 : text;
    return cli_fail("%s", begin);
}

/* What processes are told a network by. A schedule may bring a graph that has no name but in the schedule: then it is a
 * file with these links, for as long as rank 0 needs to read it. */
typedef struct name {
    char text[1024];
    int number; /* errno, where such a file could not be written */
    bool made;
} name;

static bool has_name(const lb_net *net, const char *text) {
    lb_net *again = NULL;
    bool same = !lb_net_is_graph(net) || (lb_net_parse(text, &again, NULL) == LB_OK && lb_net_equal(again, net));
    lb_net_free(again);
    return same;
}

/* Lanes to the same neighbour are one link, of their number as speed. */
static void put_links(FILE *out, const lb_net *net) {
    unsigned ports = lb_net_ports(net);
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        for (unsigned p = 0; p < ports; p++) {
            unsigned lanes = 0, before = 0;
            for (unsigned q = 0; q < ports && lb_link_alive(net, v, p); q++) {
                bool same = lb_link_alive(net, v, q) && lb_neighbor(net, v, q) == lb_neighbor(net, v, p);
                lanes += same;
                before += same && q < p;
            }
            if (lanes && !before)
                fprintf(out, "%" PRIu32 ">%" PRIu32 " %u\n", v, lb_neighbor(net, v, p), lanes);
        }
    }
}

static void write_links(const lb_net *net, name *n) {
    const char *folder = getenv("TMPDIR");
    int length = snprintf(n->text, sizeof n->text, "graph:%s/linkbound-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = (size_t)length < sizeof n->text ? mkstemp(n->text + strlen("graph:")) : -1;
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    n->made = file >= 0;
    n->number = out ? 0 : errno;
    if (out)
        put_links(out, net);
    if (out && fclose(out))
        n->number = errno;
}

int tool_net(const lb_net *net, lb_mpi_net **out) {
    name n;
    int rank = 0;
    memset(&n, 0, sizeof n);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (net && rank == 0) {
        lb_net_title(net, n.text, sizeof n.text);
        if (!has_name(net, n.text))
            write_links(net, &n);
    }
    int code = MPI_Bcast(&n, (int)sizeof n, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (code == MPI_SUCCESS && !n.number)
        code = lb_mpi_net_create(MPI_COMM_WORLD, net ? n.text : NULL, out);
    if (n.made && rank == 0)
        unlink(n.text + strlen("graph:"));
    if (n.number)
        return cli_fail("the links of the schedule cannot be kept in a temporary file: %s", strerror(n.number));
    return code == MPI_SUCCESS ? CLI_OK : tool_fail(code);
}
