/* A tree for people and for programs: the whole of it, or one node's place. */
#ifndef CLI_TREE_SHOW_H
#define CLI_TREE_SHOW_H

#include "draw/draw.h"
#include "linkbound-tree.h"

typedef struct cli_tree_summary {
    uint32_t *sizes; /* by the root's ports, of part 0 */
    uint32_t *nodes; /* by level */
    uint32_t *most;  /* children by level */
    uint32_t height;
} cli_tree_summary;

void cli_tree_show(const lb_style *style, const lb_tree *tree, const cli_tree_summary *summary);
void cli_tree_show_node(const lb_style *style, const lb_tree *tree, uint32_t node);

/* 0, or an exit status after the error line. */
int cli_tree_json(const lb_tree *tree, const cli_tree_summary *summary);
int cli_tree_json_node(const lb_tree *tree, uint32_t node);

/* The nodes that are a node's children; nodes has LB_MAX_PORTS entries. */
uint32_t cli_tree_children(const lb_tree *tree, unsigned part, uint32_t node, uint32_t *nodes);

#endif
