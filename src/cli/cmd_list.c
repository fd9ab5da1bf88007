/* linkbound list [ALGORITHM | WORD | TASK [NETWORK]]: the algorithms. */
#include "algo/table/meant.h"
#include "base/nearest.h"
#include "cli/commands.h"
#include "cli/net_names.h"
#include "cli/problem.h"
#include "cli/say.h"
#include "cli/task_names.h"
#include "cli/term.h"
#include "out/json.h"
#include "out/wrap.h"

#include <inttypes.h>
#include <string.h>

typedef struct filter {
    bool by_task, by_net;
    const char *name; /* of an algorithm, or NULL */
    const char *word; /* in its name or paper, or NULL */
    lb_task_kind kind;
    bool cube, torus, lattice;
} filter;

static bool suits(const filter *f, const lb_algorithm *a) {
    return (f->cube || !a->cubes_only) && (f->torus || a->graphs || (f->lattice && a->lattices));
}

static bool passes(const filter *f, const lb_algorithm *a) {
    if (f->word)
        return lb_has_word(a->name, f->word) || lb_has_word(a->source, f->word);
    if (f->name)
        return strcmp(f->name, a->name) == 0;
    return !(f->by_task && !(a->tasks >> f->kind & 1)) && (!f->by_net || suits(f, a));
}

/* Each word is of all that the one before it is of, and more. */
static const char *networks_text(const lb_algorithm *a) {
    return a->cubes_only ? "cubes" : a->graphs ? "any" : a->lattices ? "lattices" : "tori";
}

static void tasks_text(const lb_algorithm *a, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < LB_TASK_KINDS && length < size; i++) {
        if (a->tasks >> i & 1)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length ? ", " : "",
                                       lb_task_kind_name((lb_task_kind)i));
    }
}

static void ports_text(const lb_algorithm *a, char *text, size_t size) {
    if (a->any_ports || a->min_ports == 1)
        snprintf(text, size, "any");
    else if (a->min_ports)
        snprintf(text, size, "%" PRIu32 " or more", a->min_ports);
    else
        snprintf(text, size, "all");
}

static const char *clocks_text(const lb_algorithm *a) {
    return a->unit && a->linear ? "unit, linear" : a->unit ? "unit" : "linear";
}

static void put_field(const lb_style *style, const char *label, const char *text) {
    printf("  %s%-9s%s", lb_ink_on(style, LB_INK_DIM), label, lb_ink_on(style, LB_INK_PLAIN));
    out_wrap(stdout, 11, style->width, text);
}

enum { NETWORKS = 8, PORTS = 5, CLOCKS = 12, BESIDES = 2 + NETWORKS + 2 + PORTS + 2 + CLOCKS };

/* The heading has what is short, aligned over all; what is long has a line each, and so has a name that is too long
 * for its column. */
static void put_algorithm(const lb_style *style, const lb_algorithm *a, int name_width) {
    char tasks[256], ports[32];
    tasks_text(a, tasks, sizeof tasks);
    ports_text(a, ports, sizeof ports);
    printf("%s%-*s%s", lb_ink_on(style, LB_INK_BOLD), name_width, a->name, lb_ink_on(style, LB_INK_PLAIN));
    if ((int)out_columns(a->name) > name_width)
        printf("\n%*s", name_width, "");
    printf("  %-*s  %-*s  %s\n", NETWORKS, networks_text(a), PORTS, ports, clocks_text(a));
    put_field(style, "tasks", tasks);
    put_field(style, "promise", a->promise);
    put_field(style, "paper", a->source);
}

static void print_table(const cli_args *args, const filter *f) {
    lb_style style = cli_style(stdout, args);
    int width = 9, most = (int)style.width - BESIDES;
    for (size_t i = 0; i < lb_algorithms(); i++) {
        int length = (int)out_columns(lb_algorithm_at(i)->name);
        if (passes(f, lb_algorithm_at(i)) && length > width)
            width = length;
    }
    if (width > most)
        width = most < 9 ? 9 : most;
    printf("%s%-*s  %-*s  %-*s  %s%s\n", lb_ink_on(&style, LB_INK_DIM), width, "ALGORITHM", NETWORKS, "NETWORKS", PORTS,
           "PORTS", "CLOCK", lb_ink_on(&style, LB_INK_PLAIN));
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (passes(f, lb_algorithm_at(i)))
            put_algorithm(&style, lb_algorithm_at(i), width);
    }
}

static void json_algorithm(out_json *json, const lb_algorithm *a) {
    char ports[32];
    ports_text(a, ports, sizeof ports);
    out_json_open(json, NULL, '{');
    out_json_text(json, "name", a->name);
    out_json_open(json, "tasks", '[');
    for (int i = 0; i < LB_TASK_KINDS; i++) {
        if (a->tasks >> i & 1)
            out_json_text(json, NULL, lb_task_kind_name((lb_task_kind)i));
    }
    out_json_close(json, ']');
    out_json_text(json, "networks", networks_text(a));
    out_json_text(json, "ports", ports);
    out_json_open(json, "clocks", '[');
    if (a->unit)
        out_json_text(json, NULL, "unit");
    if (a->linear)
        out_json_text(json, NULL, "linear");
    out_json_close(json, ']');
    out_json_text(json, "paper", a->source);
    out_json_text(json, "promise", a->promise);
    out_json_close(json, '}');
}

static void print_json(const filter *f) {
    out_json json = {.out = stdout};
    out_json_open(&json, NULL, '{');
    out_json_open(&json, "algorithms", '[');
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (passes(f, lb_algorithm_at(i)))
            json_algorithm(&json, lb_algorithm_at(i));
    }
    out_json_close(&json, ']');
    out_json_end(&json);
}

/* For completion: the bare names. */
static void print_names(const filter *f) {
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (passes(f, lb_algorithm_at(i)))
            puts(lb_algorithm_at(i)->name);
    }
}

static bool any(const filter *f) {
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (passes(f, lb_algorithm_at(i)))
            return true;
    }
    return false;
}

/* No task's name and no algorithm's: a word of them, or of their papers, or nothing that is known. */
static int take_word(const char *name, filter *f) {
    const char *names[128 + LB_TASK_KINDS];
    size_t count = 0;
    for (int i = 0; i < LB_TASK_KINDS; i++)
        names[count++] = lb_task_kind_name((lb_task_kind)i);
    for (size_t i = 0; i < lb_algorithms() && i < 128; i++)
        names[count++] = lb_algorithm_at(i)->name;
    f->word = name;
    if (strlen(name) >= 3 && any(f))
        return CLI_OK;
    if (lb_nearest(name, names, count))
        return cli_fail_unknown("task or algorithm", name, names, count);
    const lb_algorithm *found;
    lb_why why;
    int error = lb_algorithm_meant(name, 0, &found, &why);
    if (error && strstr(why.text, "did you mean"))
        return cli_fail_why(error, &why);
    return cli_fail("unknown task or algorithm '%.60s'; linkbound list has all algorithms, linkbound help all tasks",
                    name);
}

static int make_filter(const cli_args *args, filter *f) {
    lb_net *net = NULL;
    for (size_t i = 0; args->operands == 1 && i < lb_algorithms(); i++) {
        if (strcmp(args->operand[0], lb_algorithm_at(i)->name) == 0)
            f->name = args->operand[0];
    }
    if (args->operands > 0 && !f->name) {
        if (!cli_task_known(args->operand[0], &f->kind))
            return args->operands > 1 ? cli_task_kind(args->operand[0], &f->kind) : take_word(args->operand[0], f);
        f->by_task = true;
    }
    if (args->operands > 1) {
        int status = cli_net_parse(args->operand[1], &net);
        if (status)
            return status;
        f->by_net = true;
        f->cube = lb_net_is_cube(net);
        f->torus = lb_net_is_torus(net);
        f->lattice = lb_net_is_lattice(net);
        lb_net_free(net);
    }
    return CLI_OK;
}

static int run(const cli_args *args) {
    filter f = {0};
    int status = make_filter(args, &f);
    if (status)
        return status;
    if (cli_given(args, OPT_NAMES))
        print_names(&f);
    else if (cli_given(args, OPT_JSON))
        print_json(&f);
    else if (any(&f))
        print_table(args, &f);
    else
        puts("no algorithm does this task there");
    return CLI_OK;
}

const cli_command cli_list = {
    .name = "list",
    .usage = "[ALGORITHM | WORD | TASK [NETWORK]]",
    .summary = "the algorithms: what they do, where, and what they promise",
    .help = "NETWORKS: cubes; tori, cubes among them; lattices, which look the same from\n"
            "every node, tori among them; any, also meshes and graphs.\n"
            "WORD begins a word of an algorithm's name or of the paper it is from:\n"
            "  linkbound list rabenseifner\n"
            "  linkbound list allreduce 4x4x4\n",
    .options = CLI_OPTIONS(OPTS_LOOK, OPT_JSON, OPT_NAMES),
    .max_operands = 2,
    .run = run,
};
