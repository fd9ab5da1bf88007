/* A tree for people: figures, a picture where it is small, or one node's place. */
#include "cli/tree_show.h"

#include "cli/problem.h"
#include "cli/report.h"

#include <inttypes.h>
#include <string.h>

enum { DRAWN = 128, SHOWN = 64, LABEL = 48 };

/* On cubes a node's bits, and its number. */
static void label(const lb_tree *tree, uint32_t node, char *text, size_t size) {
    const lb_net *net = lb_tree_net(tree);
    size_t at = 0;
    if (lb_net_is_cube(net) && lb_net_ports(net) > 0) {
        for (unsigned k = lb_net_dims(net); k-- > 0 && at + 1 < size;)
            text[at++] = (char)('0' + (node >> k & 1));
        snprintf(text + at, size - at, " = %" PRIu32, node);
    } else {
        snprintf(text, size, "%" PRIu32, node);
    }
}

static void numbers(const uint32_t *list_of, uint32_t count, char *text, size_t size) {
    size_t at = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < count && at < size; i++) {
        if (i == SHOWN) {
            snprintf(text + at, size - at, " ...");
            return;
        }
        at += (size_t)snprintf(text + at, size - at, "%s%" PRIu32, i ? " " : "", list_of[i]);
    }
}

/* Draws what hangs below a node; prefix is what stands before its children. */
static void draw(const lb_style *style, const lb_tree *tree, uint32_t node, const char *prefix) {
    unsigned ports[LB_MAX_PORTS], count = lb_tree_children(tree, 0, node, ports);
    for (unsigned i = 0; i < count; i++) {
        uint32_t child = lb_neighbor(lb_tree_net(tree), node, ports[i]);
        bool last = i + 1 == count;
        char name[LABEL], longer[4 * DRAWN + 8];
        label(tree, child, name, sizeof name);
        const char *arm = style->utf8 ? (last ? "\u2514 " : "\u251C ") : (last ? "` " : "|-");
        printf("%s%s%s\n", prefix, arm, name);
        snprintf(longer, sizeof longer, "%s%s", prefix, last ? "  " : style->utf8 ? "\u2502 " : "| ");
        draw(style, tree, child, longer);
    }
}

void cli_tree_show(const lb_style *style, const lb_tree *tree, const cli_tree_summary *s) {
    const lb_net *net = lb_tree_net(tree);
    char title[128], text[1024], root[LABEL];
    lb_net_title(net, title, sizeof title);
    printf("%s%s of %s%s\n", lb_ink_on(style, LB_INK_BOLD), lb_tree_kind_name(lb_tree_kind_of(tree)), title,
           lb_ink_on(style, LB_INK_PLAIN));
    label(tree, lb_tree_root(tree), root, sizeof root);
    cli_report_row(stdout, style, "root", root);
    if (lb_tree_parts(tree) > 1) {
        snprintf(text, sizeof text,
                 "%u trees, an equal part of every message each; of the first:", lb_tree_parts(tree));
        cli_report_row(stdout, style, "parts", text);
    }
    snprintf(text, sizeof text, "%" PRIu32, s->height);
    cli_report_row(stdout, style, "height", text);
    numbers(s->sizes, lb_net_ports(net), text, sizeof text);
    cli_report_row(stdout, style, "subtrees", text);
    numbers(s->nodes, s->height + 1, text, sizeof text);
    cli_report_row(stdout, style, "levels", text);
    numbers(s->most, s->height + 1, text, sizeof text);
    cli_report_row(stdout, style, "fan-out", text);
    if (lb_net_nodes(net) > DRAWN) {
        snprintf(text, sizeof text, "of trees of up to %d nodes; --node V shows a node's place", DRAWN);
        cli_report_row(stdout, style, "picture", text);
        return;
    }
    printf("\n%s\n", root);
    draw(style, tree, lb_tree_root(tree), "");
}

uint32_t cli_tree_children(const lb_tree *tree, unsigned part, uint32_t node, uint32_t *nodes) {
    unsigned ports[LB_MAX_PORTS], count = lb_tree_children(tree, part, node, ports);
    for (unsigned i = 0; i < count; i++)
        nodes[i] = lb_neighbor(lb_tree_net(tree), node, ports[i]);
    return count;
}

static void put_nodes(const char *title, const lb_style *style, const uint32_t *nodes, uint32_t count,
                      const char *none) {
    char text[SHOWN * 12 + 8];
    numbers(nodes, count, text, sizeof text);
    cli_report_row(stdout, style, title, count ? text : none);
}

/* Whether a node has the same place in two parts; sizes[] of what hangs below it, by part. */
static bool same_place(const lb_tree *tree, unsigned a, unsigned b, uint32_t node, const uint32_t *sizes) {
    unsigned left[LB_MAX_PORTS], right[LB_MAX_PORTS], count = lb_tree_children(tree, a, node, left);
    return lb_tree_port(tree, a, node) == lb_tree_port(tree, b, node) &&
           lb_tree_children(tree, b, node, right) == count && memcmp(left, right, count * sizeof *left) == 0 &&
           sizes[a] == sizes[b];
}

/* The parts in which the node's place is that of this one; false when an earlier part has shown it. */
static bool put_parts(const lb_style *style, const lb_tree *tree, unsigned part, uint32_t node, const uint32_t *sizes) {
    uint32_t alike[LB_MAX_PORTS], count = 0;
    for (unsigned t = 0; t < lb_tree_parts(tree); t++) {
        if (!same_place(tree, part, t, node, sizes))
            continue;
        if (t < part)
            return false;
        alike[count++] = t;
    }
    if (lb_tree_parts(tree) > 1)
        put_nodes(count > 1 ? "parts" : "part", style, alike, count, "");
    return true;
}

static void show_place(const lb_style *style, const lb_tree *tree, unsigned part, uint32_t node, uint32_t size) {
    char name[LABEL], text[160];
    uint32_t nodes[SHOWN + 1];
    if (node == lb_tree_root(tree)) {
        cli_report_row(stdout, style, "parent", "none: it is the root");
    } else {
        label(tree, lb_tree_parent(tree, part, node), name, sizeof name);
        snprintf(text, sizeof text, "%s, across dimension %u", name,
                 lb_port_dim(lb_tree_net(tree), lb_tree_port(tree, part, node)));
        cli_report_row(stdout, style, "parent", text);
        snprintf(text, sizeof text, "%u (root's port %u)", lb_tree_index(tree, part, node),
                 lb_tree_branch(tree, part, node));
        cli_report_row(stdout, style, "index", text);
    }
    put_nodes("path", style, nodes, lb_tree_path(tree, part, node, nodes, SHOWN + 1), "");
    put_nodes("children", style, nodes, cli_tree_children(tree, part, node, nodes), "none");
    snprintf(text, sizeof text, "%" PRIu32 " node%s, itself included", size, size == 1 ? "" : "s");
    cli_report_row(stdout, style, "subtree", text);
}

void cli_tree_show_node(const lb_style *style, const lb_tree *tree, uint32_t node) {
    char name[LABEL], title[128];
    uint32_t sizes[LB_MAX_PORTS] = {0}; /* parts are as many as ports, at most; a size may take long to count */
    label(tree, node, name, sizeof name);
    lb_net_title(lb_tree_net(tree), title, sizeof title);
    printf("%snode %s in %s of %s%s\n", lb_ink_on(style, LB_INK_BOLD), name, lb_tree_kind_name(lb_tree_kind_of(tree)),
           title, lb_ink_on(style, LB_INK_PLAIN));
    for (unsigned part = 0; part < lb_tree_parts(tree); part++)
        sizes[part] = lb_tree_size(tree, part, node);
    for (unsigned part = 0; part < lb_tree_parts(tree); part++) {
        if (put_parts(style, tree, part, node, sizes))
            show_place(style, tree, part, node, sizes[part]);
    }
}
