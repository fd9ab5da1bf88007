/* Spanning trees as in papers: the root on top, levels aligned, each subtree of the root in a colour of its own. */
#include "draw/label.h"
#include "draw/pictures.h"
#include "draw/shape_make.h"

#include <inttypes.h>
#include <string.h>

enum { LEVEL = 74, BOX = 22, LEFT = 78, CAPTION = 34, GAP = 36, PAGE = 1560 };

typedef struct board {
    FILE *out;
    const lb_shapes *shapes;
    double leaf;     /* pixels a leaf takes */
    double box;      /* width of a node */
    double high;     /* height of a node */
    bool upright;    /* names stand, so that wide trees get narrow */
    lb_spot at;      /* the left upper corner of the tree that is drawn */
    double width;    /* of the page */
    unsigned number; /* of the tree: one that hangs on a single link of the root has a colour for itself */
} board;

static unsigned color_of(const board *b, const lb_drawn_tree *shape, const lb_shape_node *node) {
    return (shape->branches == 1 ? b->number : node->branch) % LB_SVG_COLORS;
}

/* From one level to the next. */
static double level_of(const board *b) {
    return LEVEL - BOX + b->high;
}

static lb_spot place(const board *b, const lb_drawn_tree *shape, uint32_t node) {
    const lb_shape_node *n = &shape->node[node];
    return (lb_spot){b->at.x + LEFT + n->x * b->leaf, b->at.y + CAPTION + b->high + n->level * level_of(b)};
}

static void put_levels(const board *b, const lb_drawn_tree *shape) {
    for (uint32_t level = 0; level < shape->levels; level++) {
        char text[48];
        uint32_t count = 0;
        double y = b->at.y + CAPTION + b->high + level * level_of(b);
        for (uint32_t i = 0; i < shape->count; i++)
            count += shape->node[shape->order[i]].level == level;
        fprintf(b->out, "<path class=\"g\" stroke-dasharray=\"2 4\" d=\"M%.1f %.1fH%.1f\"/>\n", b->at.x + LEFT - 14, y,
                b->at.x + LEFT + shape->width * b->leaf);
        snprintf(text, sizeof text, "level %" PRIu32, level);
        lb_svg_text(b->out, b->at.x, y - 1, "ink s b", "start", text);
        snprintf(text, sizeof text, "%" PRIu32 " node%s", count, count == 1 ? "" : "s");
        lb_svg_text(b->out, b->at.x, y + 12, "dim s", "start", text);
    }
}

static void put_edge(const board *b, const lb_drawn_tree *shape, uint32_t node) {
    const lb_shape_node *n = &shape->node[node];
    lb_spot child = place(b, shape, node), up = place(b, shape, n->parent);
    unsigned color = color_of(b, shape, n);
    double top = up.y + b->high / 2, end = child.y - b->high / 2, half = (top + end) / 2;
    fprintf(b->out,
            "<path class=\"k%u\" fill=\"none\" stroke-width=\"1.8\" d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\"/>\n",
            color, up.x, top, up.x, half, child.x, half, child.x, end);
}

static void put_step(const board *b, const lb_drawn_tree *shape, uint32_t node) {
    char text[16], class[16];
    const lb_shape_node *n = &shape->node[node];
    lb_spot child = place(b, shape, node);
    snprintf(text, sizeof text, "%" PRIu32, n->step);
    snprintf(class, sizeof class, "c%u s b", color_of(b, shape, n));
    lb_svg_pill(b->out, child.x, child.y - b->high / 2 - 10, class, text);
}

static void put_node(const board *b, const lb_drawn_tree *shape, uint32_t node) {
    const lb_shape_node *n = &shape->node[node];
    lb_spot at = place(b, shape, node);
    char name[LB_LABEL_MAX], class[16] = "r";
    bool root = node == b->shapes->root;
    lb_node_text(b->shapes->net, node, name);
    if (!root)
        snprintf(class, sizeof class, "c%u", color_of(b, shape, n));
    fprintf(b->out,
            "<g><title>node %" PRIu32 ", level %" PRIu32 ", %" PRIu32
            " in its subtree</title><rect class=\"%s\" x=\"%.1f\" "
            "y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\"/>",
            node, n->level, n->size, class, at.x - b->box / 2, at.y - b->high / 2, b->box, b->high);
    if (b->upright)
        fprintf(b->out,
                "<text class=\"on b\" transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>",
                at.x + 4.2, at.y, name);
    else
        lb_svg_text(b->out, at.x, at.y + 4.2, "on b", "middle", name);
    fputs("</g>\n", b->out);
}

enum { MOST_LISTED = 8 };

/* "subtrees of 4, 4, 4 and 3", or of many "63 subtrees of 1" or "of 1 to 2". */
static void put_sizes(const lb_drawn_tree *shape, char *text, size_t size) {
    uint32_t seen = 0, least = UINT32_MAX, most = 0;
    size_t at = (size_t)snprintf(text, size, shape->branches == 1 ? "one subtree of" : "subtrees of");
    for (uint32_t i = 1; i < shape->count && at + 24 < size && shape->node[shape->order[i]].level == 1; i++) {
        uint32_t nodes = shape->node[shape->order[i]].size;
        const char *between = !seen ? "" : seen + 1 == shape->branches ? " and" : ",";
        least = nodes < least ? nodes : least;
        most = nodes > most ? nodes : most;
        if (seen++ < MOST_LISTED)
            at += (size_t)snprintf(text + at, size - at, "%s %" PRIu32, between, nodes);
    }
    if (seen > MOST_LISTED && least == most)
        snprintf(text, size, "%" PRIu32 " subtrees of %" PRIu32, seen, least);
    else if (seen > MOST_LISTED)
        snprintf(text, size, "%" PRIu32 " subtrees of %" PRIu32 " to %" PRIu32, seen, least, most);
}

static void put_caption(const board *b, const lb_drawn_tree *shape) {
    char text[400] = "";
    size_t at = 0;
    if (b->shapes->count > 1)
        at += (size_t)snprintf(text, sizeof text, "tree %u of %u: ", b->number + 1, b->shapes->count);
    put_sizes(shape, text + at, sizeof text - at);
    if (shape->branches)
        lb_svg_text(b->out, b->at.x, b->at.y + 16, "dim", "start", text);
}

static void put_tree(const board *b) {
    const lb_drawn_tree *shape = &b->shapes->shape[b->number];
    put_caption(b, shape);
    put_levels(b, shape);
    for (uint32_t i = 1; i < shape->count; i++)
        put_edge(b, shape, shape->order[i]);
    for (uint32_t i = 1; i < shape->count && b->shapes->timed; i++)
        put_step(b, shape, shape->order[i]);
    for (uint32_t i = 0; i < shape->count; i++)
        put_node(b, shape, shape->order[i]);
}

static double widest_of(const board *b) {
    double widest = 0;
    for (unsigned k = 0; k < b->shapes->count; k++)
        widest = b->shapes->shape[k].width > widest ? b->shapes->shape[k].width : widest;
    return LEFT + widest * b->leaf;
}

/* How many go into a row, so that rows are as even as can be. */
static unsigned in_row(const board *b) {
    unsigned fit = (unsigned)(PAGE / (widest_of(b) + GAP)), count = b->shapes->count;
    fit = fit ? fit : 1;
    unsigned rows = (count + fit - 1) / fit;
    return rows ? (count + rows - 1) / rows : 1;
}

/* Goes through the trees, row by row; draws them only if `ink`. Returns where the last row ends. */
static double flow(board *b, bool ink) {
    double bottom = LB_SVG_HEAD, row = LB_SVG_HEAD;
    b->at = (lb_spot){LB_SVG_MARGIN, row};
    double most = b->width;
    unsigned each = in_row(b);
    for (unsigned k = 0; k < b->shapes->count; k++) {
        const lb_drawn_tree *shape = &b->shapes->shape[k];
        double width = LEFT + shape->width * b->leaf,
               height = CAPTION + b->high * 1.5 + (shape->levels - 1.0) * level_of(b) + 8;
        if (k && k % each == 0) {
            row = bottom + GAP;
            b->at = (lb_spot){LB_SVG_MARGIN, row};
        }
        b->number = k;
        if (ink)
            put_tree(b);
        most = b->at.x + width > most ? b->at.x + width : most;
        bottom = row + height > bottom ? row + height : bottom;
        b->at.x += width + GAP;
    }
    b->width = most;
    return bottom;
}

static void describe(const lb_plan *plan, const lb_draw_options *options, const lb_shapes *shapes, char *text,
                     size_t size) {
    char part[64] = "";
    if (shapes->count > 1)
        snprintf(part, sizeof part, "%u trees, each for a part of the data", shapes->count);
    if (options->tree)
        snprintf(text, size, "%.40s, root %" PRIu32 "%s%s", options->tree, shapes->root, *part ? "; " : "", part);
    else
        snprintf(text, size, "%s: the data %s node %" PRIu32 "%s%s; numbers are steps", lb_plan_algorithm(plan),
                 shapes->inward ? "for" : "of", shapes->root, *part ? "; " : "", part);
}

int lb_tree_svg(FILE *out, const lb_plan *plan, const lb_draw_options *options, lb_why *why) {
    lb_shapes shapes;
    char subtitle[256], about[400], name[LB_LABEL_MAX];
    int error = lb_shapes_make(plan, options, &shapes, why);
    if (error)
        return error;
    describe(plan, options, &shapes, subtitle, sizeof subtitle);
    snprintf(about, sizeof about, "Spanning trees, the root on top. %s.", subtitle);
    lb_node_text(shapes.net, lb_net_nodes(shapes.net) - 1, name);
    double box = lb_svg_width(name, 12.5) + 14;
    board b = {.out = out, .shapes = &shapes, .box = box, .high = BOX, .leaf = box + 12};
    if (widest_of(&b) > PAGE) {
        b.upright = true;
        b.box = 18;
        b.high = box;
        b.leaf = 22;
    }
    b.width = LB_SVG_MARGIN + lb_svg_width(options->title, 19);
    b.width = b.width < 480 ? 480 : b.width;
    double bottom = flow(&b, false);
    lb_svg svg = {.out = out,
                  .width = b.width + LB_SVG_MARGIN,
                  .height = bottom + 24,
                  .most = PAGE + 2 * LB_SVG_MARGIN,
                  .title = options->title,
                  .subtitle = subtitle,
                  .about = about};
    lb_svg_begin(&svg);
    flow(&b, true);
    lb_svg_end(&svg);
    lb_shapes_free(&shapes);
    return LB_OK;
}
