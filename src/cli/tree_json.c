/* A tree for programs. Keys are a contract: man/linkbound-tree.1 lists them. */
#include "cli/say.h"
#include "cli/tree_show.h"
#include "out/json.h"

#include <stdlib.h>

enum { LISTED = 4096 }; /* nodes whose parents are all printed */

int cli_tree_json(const lb_tree *tree, const cli_tree_summary *s) {
    const lb_net *net = lb_tree_net(tree);
    uint32_t n = lb_net_nodes(net), *parents = malloc((n <= LISTED ? n : 1) * sizeof *parents);
    out_json json = {.out = stdout};
    char name[512];
    if (!parents)
        return cli_fail("memory for the tree could not be had");
    lb_net_title(net, name, sizeof name);
    out_json_open(&json, NULL, '{');
    out_json_text(&json, "tree", lb_tree_kind_name(lb_tree_kind_of(tree)));
    out_json_text(&json, "network", name);
    out_json_number(&json, "root", lb_tree_root(tree));
    out_json_number(&json, "parts", lb_tree_parts(tree));
    out_json_number(&json, "height", s->height);
    out_json_list(&json, "subtrees", s->sizes, lb_net_ports(net));
    out_json_list(&json, "levels", s->nodes, s->height + 1);
    out_json_list(&json, "fan_out", s->most, s->height + 1);
    if (n <= LISTED) { /* the root's parent is itself */
        out_json_open(&json, "parents", '[');
        for (unsigned part = 0; part < lb_tree_parts(tree); part++) {
            for (uint32_t v = 0; v < n; v++)
                parents[v] = v == lb_tree_root(tree) ? v : lb_tree_parent(tree, part, v);
            out_json_list(&json, NULL, parents, n);
        }
        out_json_close(&json, ']');
    } else {
        out_json_null(&json, "parents");
    }
    out_json_end(&json);
    free(parents);
    return CLI_OK;
}

static void put_or_null(out_json *json, const char *key, uint32_t value) {
    if (value == LB_NONE)
        out_json_null(json, key);
    else
        out_json_number(json, key, value);
}

int cli_tree_json_node(const lb_tree *tree, uint32_t node) {
    out_json json = {.out = stdout};
    char name[512];
    uint32_t nodes[LB_MAX_PORTS], length = lb_tree_height(tree) + 1, *path = malloc(length * sizeof *path);
    if (!path)
        return cli_fail("memory for the path could not be had");
    lb_net_title(lb_tree_net(tree), name, sizeof name);
    out_json_open(&json, NULL, '{');
    out_json_text(&json, "tree", lb_tree_kind_name(lb_tree_kind_of(tree)));
    out_json_text(&json, "network", name);
    out_json_number(&json, "root", lb_tree_root(tree));
    out_json_number(&json, "node", node);
    out_json_open(&json, "parts", '[');
    for (unsigned part = 0; part < lb_tree_parts(tree); part++) {
        out_json_open(&json, NULL, '{');
        put_or_null(&json, "parent", lb_tree_parent(tree, part, node));
        put_or_null(&json, "port", lb_tree_port(tree, part, node));
        put_or_null(&json, "index", lb_tree_index(tree, part, node));
        put_or_null(&json, "root_port", lb_tree_branch(tree, part, node));
        out_json_number(&json, "level", lb_tree_level(tree, part, node));
        out_json_list(&json, "path", path, lb_tree_path(tree, part, node, path, length));
        uint32_t children = cli_tree_children(tree, part, node, nodes);
        out_json_list(&json, "children", nodes, children);
        out_json_number(&json, "subtree", lb_tree_size(tree, part, node));
        out_json_close(&json, '}');
    }
    out_json_close(&json, ']');
    out_json_end(&json);
    free(path);
    return CLI_OK;
}
