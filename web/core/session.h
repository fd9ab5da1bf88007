/* What the page is looking at: one problem, its plan or its file, and the moves as flat arrays.
 *
 * This is the one place with state that outlives a call: the module is the page's private copy of the library, has one
 * thread, and the page asks for one thing at a time. Words (a command line, as the tool takes it) come in through
 * web_words; results go to standard output as JSON, errors to standard error as the tool's own sentence; a schedule
 * file is read from standard input and written to standard output. */
#ifndef WEB_SESSION_H
#define WEB_SESSION_H

#include "cli/outcome.h"
#include "cli/problem.h"
#include "out/json.h"

#define WEB_EXPORT(name) __attribute__((export_name(#name), used))

/* What is drawn at most. Larger plans are planned, checked and bounded, but not shown packet by packet. */
enum { WEB_MOST_NODES = 4096, WEB_MOST_MOVES = 1 << 21, WEB_MOST_ITEMS = 1 << 22, WEB_MOST_STEPS = 1 << 20 };

typedef struct web_moves {
    uint32_t count, items, room, item_room;
    uint32_t *step, *from, *to;
    uint32_t *kind;  /* port of the sender (255: not a link) and lb_op << 8 */
    uint32_t *first; /* items of move i: first[i] .. first[i+1] */
    double *start, *finish;
    uint32_t *origin, *dest, *copy;
    double *lo, *hi; /* of 0..denominator, below 2^53 */
    uint32_t timed;
} web_moves;

/* How busy the links of every port are, step by step, of a plan that is too large to be drawn packet by packet. */
typedef struct web_profile {
    uint32_t ports, bins; /* bins: steps, or equal shares of them where they are too many */
    double *busy;         /* packets: busy[port * bins + bin] */
} web_profile;

typedef struct web_session {
    char *words;
    cli_args args;
    cli_problem problem;
    lb_plan *plan;
    cli_outcome outcome;
    web_moves moves;
    web_profile profile;
    struct lb_past *past; /* of the first simulation, move by move */
    uint64_t past_count, past_scale;
    bool past_relative; /* one entry for what all nodes do */
} web_session;

extern web_session web;

void web_clear(void);
int web_finish(int status); /* flushes what was said; the status */

/* Room for one more move with so many items. False: memory, or more than is drawn. */
bool web_moves_add(web_moves *moves, const lb_move *move, unsigned port);
void web_moves_clear(web_moves *moves);

void web_json_ways(out_json *json, const lb_net *net);
void web_json_network(out_json *json, const lb_task *task);
void web_json_algorithms(out_json *json, const lb_task *task, const lb_plan_options *options);
void web_json_bound(out_json *json, const lb_task *task);
void web_json_witness(out_json *json, const lb_task *task, const lb_witness *witness, bool linear);

#endif
