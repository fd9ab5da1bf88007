/* linkbound tree [NAME NETWORK]: a spanning tree, drawn where it is small, or one node's place in it. */
#include "cli/commands.h"
#include "cli/net_names.h"
#include "cli/say.h"
#include "cli/term.h"
#include "cli/tree_show.h"
#include "out/json.h"
#include "out/wrap.h"

#include <inttypes.h>
#include <stdlib.h>

static const char *const about[LB_TREE_KINDS] = {
    [LB_TREE_BINOMIAL] = "a parent lacks the highest bit; on tori the last dimension goes back a step",
    [LB_TREE_EDGE_DISJOINT] = "d binomial trees that share no directed link, a d-th of the data each",
    [LB_TREE_SBNT_MINR] = "balanced n-tree: a node's subtree is by its least rotation to the right",
    [LB_TREE_SBNT_MAXL] = "the same by the greatest rotation to the left",
    [LB_TREE_SBNT_MINBL] = "by the least to the left, read backwards",
    [LB_TREE_SBNT_MAXBR] = "by the greatest to the right, read backwards",
    [LB_TREE_SBG_MINR] = "balanced graph: d of sbnt-minr, subtrees equally large",
    [LB_TREE_SBG_MAXL] = "d of sbnt-maxl",
    [LB_TREE_SBG_MINBL] = "d of sbnt-minbl",
    [LB_TREE_SBG_MAXBR] = "d of sbnt-maxbr",
    [LB_TREE_BALANCED] = "perfectly balanced; any torus, as nearly as could be found",
};

/* ---- The list ---- */

static int list(const cli_args *args) {
    out_json json = {.out = stdout};
    bool names = cli_given(args, OPT_NAMES), object = cli_given(args, OPT_JSON);
    lb_style style = cli_style(stdout, args);
    if (object) {
        out_json_open(&json, NULL, '{');
        out_json_open(&json, "trees", '[');
    }
    for (int i = 0; i < LB_TREE_KINDS; i++) {
        const char *name = lb_tree_kind_name((lb_tree_kind)i);
        if (names) {
            puts(name);
        } else if (object) {
            out_json_open(&json, NULL, '{');
            out_json_text(&json, "name", name);
            out_json_text(&json, "about", about[i]);
            out_json_bool(&json, "cubes_only", i != LB_TREE_BINOMIAL && i != LB_TREE_BALANCED);
            out_json_close(&json, '}');
        } else {
            printf("%s%-13s%s  ", lb_ink_on(&style, LB_INK_BOLD), name, lb_ink_on(&style, LB_INK_PLAIN));
            out_wrap(stdout, 15, style.width, about[i]);
        }
    }
    if (object) {
        out_json_close(&json, ']');
        out_json_end(&json);
    }
    return CLI_OK;
}

/* ---- The command ---- */

static void summary_free(cli_tree_summary *s) {
    free(s->sizes);
    free(s->nodes);
    free(s->most);
}

static int summarise(const lb_tree *tree, cli_tree_summary *s) {
    const lb_net *net = lb_tree_net(tree);
    unsigned ports[LB_MAX_PORTS];
    *s = (cli_tree_summary){.height = lb_tree_height(tree)};
    s->sizes = calloc(LB_MAX_PORTS, sizeof *s->sizes);
    s->nodes = calloc((size_t)s->height + 1, sizeof *s->nodes);
    s->most = calloc((size_t)s->height + 1, sizeof *s->most);
    if (!s->sizes || !s->nodes || !s->most)
        return cli_fail("memory for the tree could not be had");
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        uint32_t level = lb_tree_level(tree, 0, v), count = lb_tree_children(tree, 0, v, ports);
        s->nodes[level]++;
        s->most[level] = count > s->most[level] ? count : s->most[level];
        if (v != lb_tree_root(tree))
            s->sizes[lb_tree_branch(tree, 0, v)]++;
    }
    return CLI_OK;
}

static int show_tree(const cli_args *args, const lb_tree *tree) {
    lb_style style = cli_style(stdout, args);
    bool json = cli_given(args, OPT_JSON);
    if (cli_given(args, OPT_NODE)) {
        if (args->node >= lb_net_nodes(lb_tree_net(tree)))
            return cli_fail("--node %" PRIu32 ": the last node is %" PRIu32, args->node,
                            lb_net_nodes(lb_tree_net(tree)) - 1);
        if (json)
            return cli_tree_json_node(tree, args->node);
        cli_tree_show_node(&style, tree, args->node);
        return CLI_OK;
    }
    cli_tree_summary s;
    int status = summarise(tree, &s);
    if (!status && json)
        status = cli_tree_json(tree, &s);
    else if (!status)
        cli_tree_show(&style, tree, &s);
    summary_free(&s);
    return status;
}

static int run(const cli_args *args) {
    const char *names[LB_TREE_KINDS];
    lb_tree_kind kind;
    lb_net *net = NULL;
    lb_tree *tree = NULL;
    lb_why why = {""};
    if (!args->operands)
        return cli_given(args, OPT_ROOT) || cli_given(args, OPT_NODE) ? cli_fail("which tree, of which network?")
                                                                      : list(args);
    for (int i = 0; i < LB_TREE_KINDS; i++)
        names[i] = lb_tree_kind_name((lb_tree_kind)i);
    if (lb_tree_kind_parse(args->operand[0], &kind) && args->operands == 1 &&
        lb_net_parse(args->operand[0], &net, NULL) == LB_OK) {
        lb_net_free(net);
        return cli_fail("which tree of %.60s? linkbound tree lists them; linkbound tree binomial %.60s, for example",
                        args->operand[0], args->operand[0]);
    }
    if (lb_tree_kind_parse(args->operand[0], &kind))
        return cli_fail_unknown("tree", args->operand[0], names, LB_TREE_KINDS);
    if (args->operands < 2)
        return cli_fail("a tree of which network? linkbound tree %s cube:4", args->operand[0]);
    int status = cli_net_parse(args->operand[1], &net);
    if (status)
        return status;
    int error = lb_tree_create(net, kind, args->root, &tree, &why);
    status = error ? cli_fail_why(error, &why) : show_tree(args, tree);
    lb_tree_free(tree);
    lb_net_free(net);
    return status;
}

const cli_command cli_tree = {
    .name = "tree",
    .usage = "[NAME NETWORK] [OPTION...]",
    .summary = "a spanning tree, or a node's place in one",
    .options = CLI_OPTIONS(OPTS_LOOK, OPT_ROOT, OPT_NODE, OPT_JSON, OPT_NAMES),
    .max_operands = 2,
    .run = run,
    .help = "Without a name: which trees there are. With one: how large the root's subtrees\n"
            "are, by its ports, and how many nodes and at most how many children there are\n"
            "on every level; a picture where it is small. --node V: its parent, the index of\n"
            "its subtree, its path from the root, its children, and what hangs below it.\n"
            "Plans on a tree are made by linkbound plan TASK NETWORK --tree NAME.\n",
};
