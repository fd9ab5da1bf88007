/* 002's Figures 2, 3, 4 and 7: in which slot every entry of a task matrix is cleared, read off plans. By symmetry it is
 * enough to follow the packets of node 0. */
#include "cli/papers_002.h"
#include "cli/say.h"

#include <stdlib.h>
#include <string.h>

enum { TAGS = 32, LINKS = 5, SLOTS = 16 };

typedef struct clearing {
    const char *network, *algorithm;
    unsigned d, nodes, links, steps;
    uint32_t order[TAGS]; /* tags, nearest first, then as they are finished */
    uint32_t length[TAGS], first[TAGS], last[TAGS];
    bool slot[TAGS][LINKS][SLOTS + 1]; /* [tag][the paper's link][slot] */
    bool fits;                         /* a slot has at most one entry of a row, and exactly one of a column */
} clearing;

/* Bits are counted from the left in the paper. */
static unsigned link_of(const clearing *c, unsigned port) {
    return c->links == c->d ? c->links - 1 - port : port;
}

static void add_move(clearing *c, const lb_move *move) {
    for (uint32_t i = 0; i < move->nitems; i++) {
        uint32_t tag = move->items[i].dest;
        if (move->items[i].origin != 0)
            continue;
        if (tag >= TAGS || move->step > SLOTS || move->port >= c->links) {
            c->fits = false;
            continue;
        }
        c->slot[tag][link_of(c, move->port)][move->step] = true;
        c->length[tag]++;
        if (!c->first[tag] || move->step < c->first[tag])
            c->first[tag] = move->step;
        if (move->step > c->last[tag])
            c->last[tag] = move->step;
    }
}

static bool lines_hold(const clearing *c) {
    for (uint32_t step = 1; step <= c->steps; step++) {
        for (unsigned k = 0; k < c->links; k++) {
            unsigned column = 0;
            for (uint32_t tag = 1; tag < c->nodes; tag++)
                column += c->slot[tag][k][step];
            if (column != 1)
                return false;
        }
        for (uint32_t tag = 1; tag < c->nodes; tag++) {
            unsigned row = 0;
            for (unsigned k = 0; k < c->links; k++)
                row += c->slot[tag][k][step];
            if (row > 1)
                return false;
        }
    }
    return true;
}

static bool comes_before(const clearing *c, uint32_t a, uint32_t b) {
    if (c->length[a] != c->length[b])
        return c->length[a] < c->length[b];
    if (c->last[a] != c->last[b])
        return c->last[a] < c->last[b];
    return a < b;
}

static void sort_tags(clearing *c) {
    for (uint32_t tag = 1; tag < c->nodes; tag++) {
        uint32_t at = tag - 1;
        for (; at > 0 && comes_before(c, tag, c->order[at - 1]); at--)
            c->order[at] = c->order[at - 1];
        c->order[at] = tag;
    }
}

static int read_plan(const lb_plan *plan, clearing *c) {
    lb_why why = {""};
    lb_cursor *cursor = NULL;
    lb_move move;
    const lb_net *net = lb_plan_net(plan);
    c->d = lb_net_dims(net);
    c->nodes = lb_net_nodes(net);
    c->links = lb_net_ports(net);
    c->steps = lb_plan_steps(plan);
    c->fits = c->nodes <= TAGS && c->links <= LINKS && c->steps <= SLOTS;
    int error = lb_cursor_open(plan, &cursor, &why);
    if (error)
        return cli_fail_why(error, &why);
    while (c->fits && lb_cursor_next(cursor, &move) == 1)
        add_move(c, &move);
    lb_cursor_close(cursor);
    c->fits = c->fits && lines_hold(c);
    if (c->fits)
        sort_tags(c);
    return CLI_OK;
}

static int read_clearing(clearing *c) {
    lb_why why = {""};
    lb_net *net = NULL;
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    int error = lb_net_parse(c->network, &net, &why);
    if (!error)
        error = lb_task_create(net, LB_ALLTOALL, NULL, &task, &why);
    if (!error)
        error = lb_plan_create(task, &(lb_plan_options){.algorithm = c->algorithm}, &plan, &why);
    int status = error ? cli_fail_why(error, &why) : p002_replay(plan);
    if (!status)
        status = read_plan(plan, c);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
    return status;
}

/* ---- As tables ---- */

/* A cube's as bits, a torus's as hops: (2,0,1,0). */
static void put_tag(cli_sheet *sheet, const clearing *c, uint32_t tag) {
    char text[CLI_CELL] = "";
    for (unsigned k = 0; k < c->links; k++) {
        unsigned hops = 0;
        size_t used = strlen(text);
        for (unsigned slot = 1; slot <= c->steps; slot++)
            hops += c->slot[tag][k][slot];
        snprintf(text + used, sizeof text - used, "%s%u", k && c->links != c->d ? "," : "", hops);
    }
    cli_sheet_put(sheet, c->links == c->d ? "%s" : "(%s)", text);
}

static void put_row(cli_sheet *sheet, const clearing *c, uint32_t tag) {
    cli_sheet_row_add(sheet);
    put_tag(sheet, c, tag);
    for (unsigned k = 0; k < c->links; k++) {
        char text[CLI_CELL] = "";
        for (unsigned slot = 1; slot <= c->steps; slot++) {
            size_t used = strlen(text);
            if (c->slot[tag][k][slot])
                snprintf(text + used, sizeof text - used, "%s%u", used ? ", " : "", slot);
        }
        cli_sheet_put(sheet, "%s", text);
    }
    cli_sheet_holds(sheet, c->fits);
}

static void put_heads(cli_sheet *sheet, const clearing *c) {
    static const char *const bits[] = {"link 1", "link 2", "link 3", "link 4", "link 5"};
    static const char *const ways[] = {"link 1+", "link 1-", "link 2+", "link 2-"};
    static const char *const keys[] = {"link1", "link2", "link3", "link4", "link5"};
    static const char *const way_keys[] = {"link1_plus", "link1_minus", "link2_plus", "link2_minus"};
    bool cube = c->links == c->d;
    cli_sheet_column_add(sheet, "routing tag", "tag", CLI_WORDS);
    for (unsigned k = 0; k < c->links; k++)
        cli_sheet_column_add(sheet, cube ? bits[k] : ways[k], cube ? keys[k] : way_keys[k], CLI_WORDS);
}

/* Rows of tags at least so far away. */
static int put_clearing(cli_sheet *sheet, clearing *c, unsigned farther, const char *key, const char *title,
                        const char *note) {
    int status = read_clearing(c);
    cli_sheet_begin(sheet, key, title, note);
    put_heads(sheet, c);
    for (uint32_t i = 0; !status && i + 1 < c->nodes; i++) {
        uint32_t tag = c->order[i];
        if (c->fits && c->length[tag] >= farther)
            put_row(sheet, c, tag);
    }
    if (!status && !sheet->rows) {
        cli_sheet_row_add(sheet);
        cli_sheet_holds(sheet, false);
    }
    return status;
}

static uint32_t turn(uint32_t tag, unsigned d) {
    return (tag << 1 | tag >> (d - 1)) & ((1U << d) - 1);
}

/* Figure 3: a class after another, each in as many slots as its tags have ones; the last two share theirs. */
static void put_classes(cli_sheet *sheet, const clearing *c) {
    static const char *const heads[] = {"t1", "t2", "t3", "t4", "t5"};
    bool done[TAGS] = {false};
    unsigned weight = 0, index = 0, before = 0;
    cli_sheet_begin(sheet, "figure3", "Figure 3, d = 5: the classes, and the slots they are cleared in",
                    "A class of k ones takes k slots, right after the class before it; R41 and 11111 share the last "
                    "five.");
    cli_sheet_column_add(sheet, "class", "class", CLI_WORDS);
    for (unsigned k = 0; k < c->d; k++)
        cli_sheet_column_add(sheet, heads[k], heads[k], CLI_WORDS);
    cli_sheet_column_add(sheet, "from slot", "first", CLI_NUMBERS);
    cli_sheet_column_add(sheet, "to slot", "last", CLI_NUMBERS);
    for (uint32_t i = 0; i + 1 < c->nodes; i++) {
        uint32_t tag = c->order[i], member = tag, first = c->first[tag], last = c->last[tag];
        if (done[tag])
            continue;
        index = c->length[tag] == weight ? index + 1 : 1;
        weight = c->length[tag];
        cli_sheet_row_add(sheet);
        cli_sheet_put(sheet, "R%u%u", weight, index);
        for (unsigned k = 0; k < c->d; k++, member = turn(member, c->d)) {
            if (k == 0 || member != tag)
                put_tag(sheet, c, member);
            else
                cli_sheet_put(sheet, "%s", "");
            done[member] = true;
            first = c->first[member] < first ? c->first[member] : first;
            last = c->last[member] > last ? c->last[member] : last;
        }
        cli_sheet_put(sheet, "%u", first);
        cli_sheet_put(sheet, "%u", last);
        cli_sheet_holds(sheet, weight + 1 < c->d ? first == before + 1 && last == before + weight : last == c->steps);
        before = last;
    }
    if (!sheet->rows) {
        cli_sheet_row_add(sheet);
        cli_sheet_holds(sheet, false);
    }
}

int p002_make_sheets(p002 *all) {
    static clearing cube, prime, torus;
    cube = (clearing){.network = "cube:3", .algorithm = "isotropic"};
    prime = (clearing){.network = "cube:5", .algorithm = "least-delay"};
    torus = (clearing){.network = "5x5", .algorithm = "least-delay"};
    int status = put_clearing(&all->sheet[0], &cube, 1, "figure2",
                              "Figure 2: a task matrix being cleared, d = 3: the slot of every entry",
                              "In a slot at most one entry of a row goes, and exactly one of a column: the rows of the "
                              "matrix lose a one where their packet has crossed a link.");
    if (!status)
        status = put_clearing(&all->sheet[2], &prime, 4, "figure4", "Figure 4, d = 5: clearing R41 together with 11111",
                              "The slots are the last five of 16; every row and every column has each of them at most "
                              "once. The figure itself is missing in the scan we worked from.");
    if (!status)
        put_classes(&all->sheet[1], &prime);
    if (!status)
        status = put_clearing(&all->sheet[3], &torus, 1, "figure7",
                              "Figure 7: clearing the 5x5 torus, four rows of a class R_ab at a time",
                              "Tags are hops over links 1+, 1-, 2+ and 2-. Each class of four takes a+b slots with all "
                              "four links busy.");
    return status;
}
