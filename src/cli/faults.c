/* Reading what is dead. */
#include "cli/faults.h"

#include "cli/lists.h"
#include "cli/say.h"

#include <inttypes.h>
#include <string.h>

typedef struct faults {
    lb_fault link[LB_MAX_DEAD_LINKS];
    size_t count;
} faults;

/* Names the entry that begins at `at` and no other: in a long list that is what has to be found. */
static int fail_entry(const char *at) {
    size_t length = strcspn(at, ",");
    return cli_fail("--without: cannot read '%.*s'; write 3-7 (both ways) or 3>7 (one way), with commas between",
                    length < 20 ? (int)length : 20, at);
}

/* A node's number; `at` is where its entry begins. */
static int read_node(const lb_net *net, const char *at, const char **p, uint32_t *node) {
    const char *begin = *p;
    uint64_t v = 0;
    for (; **p >= '0' && **p <= '9'; ++*p) {
        v = v * 10 + (uint64_t)(**p - '0');
        v = v < LB_NONE ? v : LB_NONE; /* no network has so many nodes */
    }
    if (*p == begin)
        return fail_entry(at);
    if (v >= lb_net_nodes(net))
        return cli_fail("--without: there is no node %.*s; the network has nodes 0 to %" PRIu32,
                        *p - begin < 40 ? (int)(*p - begin) : 40, begin, lb_net_nodes(net) - 1);
    *node = (uint32_t)v;
    return CLI_OK;
}

static void skip_blanks(const char **p) {
    while (**p == ' ')
        ++*p;
}

static int read_links(const char *text, const lb_net *net, faults *f) {
    const char *p = text;
    for (;;) {
        const char *at;
        lb_fault link;
        skip_blanks(&p);
        at = p;
        int status = read_node(net, at, &p, &link.from);
        if (!status && *p != '-' && *p != '>')
            status = fail_entry(at);
        if (status)
            return status;
        link.both = *p++ == '-';
        status = read_node(net, at, &p, &link.to);
        skip_blanks(&p);
        if (!status && *p && *p != ',')
            status = fail_entry(at);
        if (status)
            return status;
        if (f->count == LB_MAX_DEAD_LINKS)
            return cli_fail("--without: more than %d links are not supported", LB_MAX_DEAD_LINKS);
        f->link[f->count++] = link;
        if (!*p++)
            return CLI_OK;
    }
}

int cli_faults_apply(const cli_args *args, lb_net **net) {
    faults f = {.count = 0};
    cli_ids nodes = {0};
    lb_why why = {""};
    lb_net *faulty = NULL;
    int status = CLI_OK;
    if (!args->without && !args->without_node)
        return CLI_OK;
    if (args->without)
        status = read_links(args->without, *net, &f);
    if (!status && args->without_node)
        status = cli_list_parse("--without-node", args->without_node, *net, &nodes);
    if (!status) {
        int error = lb_net_without(*net, f.link, f.count, nodes.entry, nodes.count, &faulty, &why);
        status = error ? cli_fail_why(error, &why) : CLI_OK;
    }
    cli_list_free(&nodes);
    if (!status) {
        lb_net_free(*net);
        *net = faulty;
    }
    return status;
}

static bool link_back_is_dead(const lb_net *net, uint32_t from, uint32_t to) {
    return !lb_link_alive(net, to, lb_port_to(net, to, from));
}

/* Links that are dead, both ways or one way, counted once. */
static unsigned count_links(const lb_net *net, unsigned *one_way) {
    unsigned both = 0, single = 0;
    for (unsigned i = 0; i < lb_net_dead_links(net); i++) {
        uint32_t from, to;
        lb_net_dead_link(net, i, &from, &to);
        if (!link_back_is_dead(net, from, to))
            single++;
        else
            both += from < to;
    }
    *one_way = single;
    return both + single;
}

void cli_faults_title(const lb_net *net, char *buffer, size_t size) {
    unsigned one_way, links = count_links(net, &one_way), nodes = lb_net_dead_nodes(net);
    char link_text[64] = "", node_text[32] = "", way_text[32] = "";
    buffer[0] = '\0';
    if (!lb_net_has_faults(net))
        return;
    if (one_way && one_way < links)
        snprintf(way_text, sizeof way_text, ", %u of them one way", one_way);
    else if (one_way)
        snprintf(way_text, sizeof way_text, " one way");
    if (links)
        snprintf(link_text, sizeof link_text, "%u link%s%s", links, links == 1 ? "" : "s", way_text);
    if (nodes)
        snprintf(node_text, sizeof node_text, "%u node%s", nodes, nodes == 1 ? "" : "s");
    snprintf(buffer, size, " without %s%s%s", link_text, links && nodes ? " and " : "", node_text);
}

int cli_faults_whole(const lb_task *task, lb_task **whole) {
    const lb_net *net = lb_task_net(task);
    lb_task_params params = lb_task_params_of(task);
    enum { ROOM = 4096 }; /* no name is longer */
    char name[ROOM];
    lb_net *mended = NULL;
    lb_why why = {""};
    *whole = NULL;
    lb_net_name(net, name, sizeof name);
    int error = lb_net_parse(name, &mended, &why);
    if (!error)
        error = lb_task_create(mended, lb_task_kind_of(task), &params, whole, &why);
    lb_net_free(mended);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}
