/* The table of options, and reading their values: no sign, no blanks, nothing behind the number. */
#include "cli/options.h"

#include "cli/say.h"
#include "cli/units.h"

#include <inttypes.h>
#include <string.h>

#define AT(field) offsetof(cli_args, field)

const cli_option_row cli_options[OPT_COUNT] = {
    [OPT_ALGORITHM] = {"--algorithm", 'a', KIND_TEXT, AT(algorithm), "NAME", "plan with this one (see linkbound list)"},
    [OPT_RULE] = {"--rule", 0, KIND_CHOICE, AT(rule), "farthest|nearest|first|random",
                  "greedy: which block goes first"},
    [OPT_TREE] = {"--tree", 0, KIND_TEXT, AT(tree), "NAME", "plan on this tree (see linkbound help tree)"},
    [OPT_ORDER] = {"--order", 0, KIND_CHOICE, AT(order), "postorder|breadth-first|reverse-breadth-first",
                   "tree: whom the root serves first"},
    [OPT_NODE] = {"--node", 0, KIND_U32, AT(node), "V", "of this node"},
    [OPT_ROOT] = {"--root", 0, KIND_U32, AT(root), "N", "the root, or the sender (default 0)"},
    [OPT_TO] = {"--to", 0, KIND_U32, AT(to), "N", "send: the receiver"},
    [OPT_SOURCES] = {"--sources", 0, KIND_TEXT, AT(sources), "LIST", "multibroadcast: who has a message"},
    [OPT_OFFSETS] = {"--offsets", 0, KIND_TEXT, AT(offsets), "LIST", "isotropic: where each node's packets go"},
    [OPT_STENCIL] = {"--stencil", 0, KIND_TEXT, AT(stencil), "NAME:R", "isotropic: moore or vonneumann, radius R"},
    [OPT_PERMUTATION] = {"--permutation", 0, KIND_TEXT, AT(permutation), "LIST", "permute: a list, or a name"},
    [OPT_DISTANCE] = {"--distance", 0, KIND_RANGE, AT(distance), "K..L", "neighbors: from distance K to L"},
    [OPT_NEAR] = {"--near", 0, KIND_U32, AT(near), "K", "neighbors: the least distance (default 1)"},
    [OPT_FAR] = {"--far", 0, KIND_U32, AT(far), "L", "neighbors: the largest distance"},
    [OPT_PORTS] = {"--ports", 'p', KIND_PORTS, AT(ports), "K", "links a node may drive at a time; one, all"},
    [OPT_WITHOUT] = {"--without", 0, KIND_TEXT, AT(without), "LINKS", "dead links: 3-7 both ways, 3>7 one way"},
    [OPT_WITHOUT_NODE] = {"--without-node", 0, KIND_TEXT, AT(without_node), "LIST", "dead nodes"},
    [OPT_LINKS] = {"--links", 0, KIND_U32, AT(links), "N", "up to so many dead links (default 1)"},
    [OPT_TRIALS] = {"--trials", 0, KIND_U32, AT(trials), "T", "so many random sets of links"},
    [OPT_COUNT_RUNS] = {"--count", 0, KIND_U32, AT(count), "R", "how often (default 10)"},
    [OPT_TRACE] = {"--trace", 0, KIND_TEXT, AT(trace), "FILE", "write a picture of the last run, for Perfetto"},
    [OPT_PACKETS] = {"--packets", 0, KIND_U64, AT(packets), "P", "unit packets in a block (default 1)"},
    [OPT_GROUPS] = {"--groups", 'g', KIND_U32, AT(groups), "G", "pipeline in G groups (linear clock)"},
    [OPT_EFFORT] = {"--effort", 0, KIND_U32, AT(effort), "0..9", "how much to try for a better plan (default 3)"},
    [OPT_WISDOM] = {"--wisdom", 0, KIND_TEXT, AT(wisdom), "FILE", "use what was found before, and add to it"},
    [OPT_EXPLAIN] = {"--explain", 0, KIND_FLAG, 0, NULL, "list what was tried, with the results"},
    [OPT_CLOCK] = {"--clock", 0, KIND_CHOICE, AT(clock), "unit|linear", "which clock to plan for"},
    [OPT_BYTES] = {"--bytes", 0, KIND_SIZE, AT(bytes), "M", "bytes in a block: 64, 4K, 1MiB, 1MB"},
    [OPT_SIZES] = {"--bytes", 0, KIND_SIZES, AT(sizes), "L..H", "bytes in a block, from L to H: 64..1M"},
    [OPT_TAU] = {"--tau", 0, KIND_TIME, AT(tau), "T", "time per byte: 3, 0.25, 1/3, 0.08ns"},
    [OPT_BETA] = {"--beta", 0, KIND_TIME, AT(beta), "B", "time to start a packet: 300, 1.5us"},
    [OPT_HOP] = {"--hop", 0, KIND_TIME, AT(hop), "H", "cut-through: time per link after the first"},
    [OPT_LINK] = {"--link", 0, KIND_RATE, AT(link), "RATE", "for --tau: 100Gbit, 12.5GB/s"},
    [OPT_LATENCY] = {"--latency", 0, KIND_TIME, AT(latency), "TIME", "for --beta, with a unit: 1us"},
    [OPT_SEED] = {"--seed", 0, KIND_U64, AT(seed), "S", "for what is chosen at random"},
    [OPT_OUTPUT] = {"--output", 'o', KIND_TEXT, AT(output), "FILE", "write to this file; - for standard output"},
    [OPT_REPLAY] = {"--replay", 0, KIND_CHOICE, AT(replay), "auto|full|relative", "how to check"},
    [OPT_MEMORY] = {"--memory", 0, KIND_SIZE, AT(memory), "SIZE", "most the checker may take (default 4G)"},
    [OPT_PATH] = {"--path", 0, KIND_FLAG, 0, NULL, "show the whole critical path"},
    [OPT_MOST] = {"--most", 0, KIND_U32, AT(most), "D", "tables: the largest cube has D dimensions"},
    [OPT_POINTS] = {"--points", 0, KIND_U32, AT(points), "N", "how many sizes (default: the powers of two)"},
    [OPT_PLOT] = {"--plot", 0, KIND_FLAG, 0, NULL, "draw a plot, also where it is no terminal"},
    [OPT_FRONTIER] = {"--frontier", 0, KIND_FLAG, 0, NULL, "start-ups against data instead of times"},
    [OPT_SVG] = {"--svg", 0, KIND_TEXT, AT(svg), "FILE", "write the plot as SVG; - for standard output"},
    [OPT_SIZE] = {"--size", 0, KIND_TEXT, AT(size), "N", "the matrix: N x N, or RxC (rows x columns)"},
    [OPT_ELEMENT] = {"--element", 0, KIND_SIZE, AT(element), "BYTES", "bytes in an element (default 8)"},
    [OPT_LAYOUT] = {"--layout", 0, KIND_TEXT, AT(layout), "L", "how it is stored (default rows)"},
    [OPT_TO_LAYOUT] = {"--to-layout", 0, KIND_TEXT, AT(to_layout), "L", "how the result is (default: the same)"},
    [OPT_STORY] = {"--story", 0, KIND_TEXT, AT(story), "NAME", "begin with this guided tour"},
    [OPT_PORT] = {"--port", 0, KIND_U32, AT(port), "N", "serve it on this machine; 0: any free port"},
    [OPT_NO_OPEN] = {"--no-open", 0, KIND_FLAG, 0, NULL, "do not open a browser"},
    [OPT_WHAT] = {"--what", 0, KIND_CHOICE, AT(what), "network|tree|timeline|matrix|curves", "what to draw"},
    [OPT_STEP] = {"--step", 0, KIND_TEXT, AT(step), "N", "draw this step; all, the default, draws all"},
    [OPT_SCHEDULE] = {"--schedule", 0, KIND_TEXT, AT(schedule), "FILE", "take the plan from this file, of any tool"},
    [OPT_ASCII] = {"--ascii", 0, KIND_FLAG, 0, NULL, "draw in characters"},
    [OPT_HTML] = {"--html", 0, KIND_TEXT, AT(html), "DIR", "write a report with drawings, DIR/index.html"},
    [OPT_NETWORK] = {"--network", 0, KIND_TEXT, AT(network), "NETWORK", "the network of the processes or schedule"},
    [OPT_HOSTS] = {"--hosts", 0, KIND_TEXT, AT(hosts), "FILE|LIST", "which host is which node, or their names"},
    [OPT_SLOTS] = {"--slots", 0, KIND_U32, AT(slots), "P", "processes on every node"},
    [OPT_INTERFACES] = {"--interfaces", 0, KIND_TEXT, AT(interfaces), "LIST",
                        "of the ports (default port0, port1, ...)"},
    [OPT_MPI] = {"--mpi", 0, KIND_CHOICE, AT(mpi), "openmpi|mpich", "whose program it is (default: the launcher's)"},
    [OPT_SUMMARY] = {"--summary", 0, KIND_FLAG, 0, NULL, "report at the end what was done"},
    [OPT_NONBLOCKING] = {"--nonblocking", 0, KIND_FLAG, 0, NULL, "nonblocking and persistent collectives, too"},
    [OPT_COLLECTIVES] = {"--collectives", 0, KIND_TEXT, AT(collectives), "LIST",
                         "all, or bcast,allreduce,... (see man page)"},
    [OPT_PROFILE] = {"--profile", 0, KIND_TEXT, AT(profile), "FILE", "how fast links are: a file of tune's"},
    [OPT_JSON] = {"--json", 'j', KIND_FLAG, 0, NULL, "one JSON object instead of the report"},
    [OPT_QUIET] = {"--quiet", 'q', KIND_FLAG, 0, NULL, "no report and no progress"},
    [OPT_COLOR] = {"--color", 0, KIND_CHOICE, AT(color), "auto|always|never", "colour (default auto)"},
    [OPT_NAMES] = {"--names", 0, KIND_FLAG, 0, NULL, NULL},
    [OPT_HELP] = {"--help", 'h', KIND_FLAG, 0, NULL, "this help"},
};

/* A decimal number up to most; *end is what follows it. */
static int read_number(const char *what, const char *text, uint64_t most, const char **end, uint64_t *value) {
    uint64_t v = 0;
    const char *p = text;
    if (*p < '0' || *p > '9')
        return cli_fail("%s '%.60s': not a number", what, text);
    for (; *p >= '0' && *p <= '9'; p++) {
        if (__builtin_mul_overflow(v, (uint64_t)10, &v) || __builtin_add_overflow(v, (uint64_t)(*p - '0'), &v) ||
            v > most)
            return cli_fail("%s %.60s: too large, at most %" PRIu64, what, text, most);
    }
    *end = p;
    *value = v;
    return CLI_OK;
}

static int read_whole(const char *what, const char *text, uint64_t most, uint64_t *value) {
    const char *end = text;
    int status = read_number(what, text, most, &end, value);
    if (!status && *end)
        status = cli_fail("%s '%.60s': not a number", what, text);
    return status;
}

/* A time with a unit, or a plain number: which of both is remembered. */
static int read_time(cli_option option, const char *text, cli_args *args, lb_ratio *value) {
    const char *what = cli_options[option].name;
    bool unit = false;
    int status = cli_read_time(what, text, option == OPT_TAU ? "/B" : NULL, value, &unit);
    if (unit)
        args->united = what;
    else if (value->num != 0) /* nothing is nothing in any unit */
        args->bare = what;
    return status;
}

/* The place of text among choices "a|b|c". */
static int read_choice(const char *what, const char *text, const char *choices, uint32_t *value) {
    size_t length = strlen(text);
    uint32_t index = 0;
    for (const char *p = choices; p; index++) {
        const char *bar = strchr(p, '|');
        size_t size = bar ? (size_t)(bar - p) : strlen(p);
        if (size == length && strncmp(p, text, size) == 0) {
            *value = index;
            return CLI_OK;
        }
        p = bar ? bar + 1 : NULL;
    }
    return cli_fail("%s '%.60s': choose %s", what, text, choices);
}

int cli_parse_range(const char *what, const char *text, uint32_t range[2]) {
    const char *end = text;
    uint64_t first = 0, last = 0;
    int status = read_number(what, text, UINT32_MAX, &end, &first);
    if (status)
        return status;
    last = first;
    if (strncmp(end, "..", 2) == 0) {
        status = read_whole(what, end + 2, UINT32_MAX, &last);
        if (status)
            return status;
    } else if (*end) {
        return cli_fail("%s '%.60s': write K..L, for example 1..2", what, text);
    }
    if (first > last)
        return cli_fail("%s %.60s: the first distance is the larger", what, text);
    range[0] = (uint32_t)first;
    range[1] = (uint32_t)last;
    return CLI_OK;
}

/* "64..1M" or "4K" (both the same). */
static int read_sizes(const char *what, const char *text, uint64_t sizes[2]) {
    const char *dots = strstr(text, "..");
    char first[64];
    size_t length = dots ? (size_t)(dots - text) : strlen(text), list = strcspn(text, ",;:-");
    if (!dots && list > 0 && text[list])
        return cli_fail("%s '%.60s': sizes are one, or a range, and no list; write %.*s..%.40s", what, text,
                        list < 40 ? (int)list : 40, text, strrchr(text, text[list]) + 1);
    if (length >= sizeof first)
        return cli_fail("%s '%.60s': not a range of sizes; write 64..1M", what, text);
    memcpy(first, text, length);
    first[length] = '\0';
    int status = cli_read_size(what, first, &sizes[0]);
    if (!status)
        status = cli_read_size(what, dots ? dots + 2 : first, &sizes[1]);
    if (status)
        return status;
    if (sizes[0] == 0)
        return cli_fail("%s %.60s: a message of 0 bytes: there is nothing to send", what, text);
    if (sizes[0] > sizes[1])
        return cli_fail("%s %.60s: the first size is the larger", what, text);
    return CLI_OK;
}

static int set_u32(const char *what, const char *text, uint32_t *value) {
    uint64_t wide = 0;
    int status = read_whole(what, text, UINT32_MAX - 1, &wide);
    if (!status)
        *value = (uint32_t)wide;
    return status;
}

/* A number, one or all; all is 0. */
static int set_ports(const char *what, const char *text, uint32_t *value) {
    *value = strcmp(text, "one") == 0;
    if (*value || strcmp(text, "all") == 0)
        return CLI_OK;
    int status = set_u32(what, text, value);
    if (!status && *value == 0)
        status = cli_fail("%s 0: a node needs at least one port", what);
    return status;
}

static int set_size(cli_option option, const char *text, uint64_t *value) {
    const char *what = cli_options[option].name;
    int status = cli_read_size(what, text, value);
    if (!status && option == OPT_MEMORY && *value == 0)
        status = cli_fail("%s 0: the checker needs some memory", what);
    return status;
}

int cli_set_option(cli_option option, const char *value, cli_args *args) {
    const cli_option_row *row = &cli_options[option];
    void *field = (char *)args + row->field;
    switch (row->kind) {
    case KIND_FLAG: return CLI_OK;
    case KIND_TEXT:
        if (!*value && option != OPT_OFFSETS) /* which may be none: nothing has to be sent */
            return cli_fail("%s is empty", row->name);
        *(const char **)field = value;
        return CLI_OK;
    case KIND_U32: return set_u32(row->name, value, field);
    case KIND_U64: return read_whole(row->name, value, UINT64_MAX, field);
    case KIND_SIZE: return set_size(option, value, field);
    case KIND_SIZES: return read_sizes(row->name, value, field);
    case KIND_PORTS: return set_ports(row->name, value, field);
    case KIND_TIME: return read_time(option, value, args, field);
    case KIND_RATE: args->united = row->name; return cli_read_rate(row->name, value, field);
    case KIND_RANGE: return cli_parse_range(row->name, value, field);
    case KIND_CHOICE: return read_choice(row->name, value, row->value, field);
    }
    return CLI_CANNOT;
}
