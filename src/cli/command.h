/* A command of the tool: its options, and its line as it was parsed. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "linkbound.h"

typedef enum cli_option {
    OPT_ALGORITHM,
    OPT_RULE,
    OPT_TREE,
    OPT_ORDER,
    OPT_ROOT,
    OPT_NODE,
    OPT_TO,
    OPT_SOURCES,
    OPT_OFFSETS,
    OPT_STENCIL,
    OPT_PERMUTATION,
    OPT_DISTANCE,
    OPT_NEAR,
    OPT_FAR,
    OPT_PORTS,
    OPT_WITHOUT,
    OPT_WITHOUT_NODE,
    OPT_LINKS,
    OPT_TRIALS,
    OPT_COUNT_RUNS,
    OPT_TRACE,
    OPT_PACKETS,
    OPT_GROUPS,
    OPT_EFFORT,
    OPT_WISDOM,
    OPT_EXPLAIN,
    OPT_CLOCK,
    OPT_BYTES,
    OPT_SIZES, /* --bytes too: of compare, a range */
    OPT_TAU,
    OPT_BETA,
    OPT_HOP,
    OPT_LINK,
    OPT_LATENCY,
    OPT_SEED,
    OPT_OUTPUT,
    OPT_REPLAY,
    OPT_MEMORY,
    OPT_PATH,
    OPT_MOST,
    OPT_POINTS,
    OPT_PLOT,
    OPT_FRONTIER,
    OPT_SVG,
    OPT_SIZE,
    OPT_ELEMENT,
    OPT_LAYOUT,
    OPT_TO_LAYOUT,
    OPT_STORY,
    OPT_PORT,
    OPT_NO_OPEN,
    OPT_WHAT,
    OPT_STEP,
    OPT_SCHEDULE,
    OPT_ASCII,
    OPT_HTML,
    OPT_NETWORK,
    OPT_HOSTS,
    OPT_SLOTS,
    OPT_INTERFACES,
    OPT_MPI,
    OPT_SUMMARY,
    OPT_NONBLOCKING,
    OPT_COLLECTIVES,
    OPT_PROFILE,
    OPT_JSON,
    OPT_QUIET,
    OPT_COLOR,
    OPT_NAMES,
    OPT_HELP,
    OPT_COUNT
} cli_option;

/* Some options: a list that OPT_COUNT ends. */
#define CLI_OPTIONS(...) ((const cli_option[]){__VA_ARGS__, OPT_COUNT})

/* The options that say what the task is, and those that most commands take. */
#define OPTS_TASK                                                                                                      \
    OPT_ROOT, OPT_TO, OPT_SOURCES, OPT_OFFSETS, OPT_STENCIL, OPT_PERMUTATION, OPT_DISTANCE, OPT_NEAR, OPT_FAR,         \
        OPT_SEED, OPT_PORTS, OPT_WITHOUT, OPT_WITHOUT_NODE
#define OPTS_ALGO  OPT_ALGORITHM, OPT_RULE, OPT_TREE, OPT_ORDER, OPT_GROUPS, OPT_EFFORT, OPT_WISDOM
#define OPTS_RATE  OPT_TAU, OPT_BETA, OPT_HOP, OPT_LINK, OPT_LATENCY, OPT_PROFILE
#define OPTS_COST  OPT_BYTES, OPTS_RATE
#define OPTS_CHECK OPT_REPLAY, OPT_MEMORY
#define OPTS_LOOK  OPT_COLOR, OPT_HELP

/* For rule. */
#define CLI_RANDOM_RULE 3

/* What to draw: lb_drawing, and beyond it. */
enum { CLI_CURVES = 4 };

typedef enum cli_color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } cli_color;

enum { CLI_OPERANDS_MAX = 4 };

typedef struct cli_args {
    const char *program, *command;             /* as the tool and the command were called */
    const struct cli_command *const *commands; /* all there are, in the order of the help; ends with NULL */
    const char *operand[CLI_OPERANDS_MAX];
    unsigned operands;
    bool given[OPT_COUNT]; /* which options were there */

    const char *algorithm, *sources, *offsets, *stencil, *permutation, *output, *svg, *trace, *wisdom;
    const char *size, *layout, *to_layout, *tree, *step, *schedule, *html, *story;
    uint32_t root, node, to, near, far, most, groups, points, effort;
    const char *without, *without_node;
    const char *network, *hosts, *collectives, *profile;
    const char *interfaces;
    uint32_t slots;
    uint32_t mpi; /* the place among the choices */
    char **rest;  /* of commands that take it: another command's words */
    int rest_count;
    uint32_t links, trials, count;
    uint32_t port;        /* of explore; 0: any that is free */
    uint32_t ports;       /* 0: all */
    uint32_t distance[2]; /* near and far of --distance */
    uint64_t packets, bytes, seed, memory, element;
    uint64_t sizes[2]; /* the least and the most bytes */
    lb_ratio tau, beta, hop;
    lb_ratio link, latency;    /* the same, told otherwise: cli_settle_cost makes tau and beta of them */
    const char *united, *bare; /* an option whose time has a unit, and one that has none */
    bool nanoseconds;          /* times are, and are told with units */
    bool hop_known;            /* from a profile: it means nothing where nothing cuts through */
    bool ports_known;          /* ports are a profile\'s: no more than there are */
    uint32_t what;             /* lb_drawing, or CLI_CURVES */
    uint32_t clock, replay, color, rule, order; /* lb_clock, lb_replay, cli_color, the place among the choices */
    bool usual_order;                           /* no option: of plans that are for other tools (lb_plan_options) */
} cli_args;

typedef struct cli_command {
    const char *name;
    const char *usage;         /* its operands and commonest options, after "linkbound name" */
    const char *summary;       /* one line */
    const cli_option *options; /* what it takes: CLI_OPTIONS */
    unsigned min_operands, max_operands;
    bool takes_rest; /* what follows the options, or --, is another command */
    int (*run)(const cli_args *args);
    const char *help; /* further paragraphs, or NULL */
} cli_command;

static inline bool cli_given(const cli_args *args, cli_option option) {
    return args->given[option];
}

/* Whether a list has it. */
static inline bool cli_among(const cli_option *options, cli_option option) {
    while (*options != OPT_COUNT && *options != option)
        options++;
    return *options == option;
}

/* Whether one of a list was there. */
static inline bool cli_given_any(const cli_args *args, const cli_option *options) {
    while (*options != OPT_COUNT && !cli_given(args, *options))
        options++;
    return *options != OPT_COUNT;
}

#endif
