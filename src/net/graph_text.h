/* A graph that is being read from a text: links with the lines they stand in, and nodes by number or name. */
#ifndef LB_GRAPH_TEXT_H
#define LB_GRAPH_TEXT_H

#include "base/values.h"
#include "net/net.h"

typedef struct lb_text_link {
    uint32_t from, to, speed, line;
    bool both;
} lb_text_link;

/* A word that names a node, where it stands first; and where drawings have it, if that is said. */
typedef struct lb_text_node {
    const char *word;
    uint32_t length, line;
    bool placed;
    double x, y;
} lb_text_node;

typedef struct lb_graph_text {
    char shown[LB_SHOWN_MAX];
    const char *at, *end;
    uint32_t line;
    lb_why *why;
    lb_text_link *links;
    uint64_t count, room, directed; /* links; of these counted each way */
    lb_text_node *nodes;
    uint64_t node_count, node_room;
    uint32_t *table; /* of nodes, by hash */
    bool strict;     /* a link that is there again is the same link, of the largest speed that is given */
    bool numbers;    /* all words are numbers, which are the nodes' */
    bool counted;    /* nodes are numbers already, and have no words: node_count is all there is of them */
} lb_graph_text;

/* The readers, each for a format. */
int lb_text_edges(lb_graph_text *g);
bool lb_text_is_dot(const lb_graph_text *g);
int lb_text_dot(lb_graph_text *g);
bool lb_text_is_matrix(const lb_graph_text *g);
int lb_text_matrix(lb_graph_text *g);
bool lb_text_is_hosts(const lb_graph_text *g);
int lb_text_hosts(lb_graph_text *g);
bool lb_text_is_devices(const lb_graph_text *g);
int lb_text_devices(lb_graph_text *g);

/* "FILE:LINE: ..." */
int lb_text_fail(const lb_graph_text *g, int error, uint32_t line, const char *format, ...) LB_PRINTF(4, 5);

/* A word as sentences can have it: no more than 40 bytes, nothing that a terminal would obey. */
typedef struct lb_shown_word {
    char text[44];
} lb_shown_word;
lb_shown_word lb_text_show(const char *word, size_t length);

/* The whole text as a tree of keys and values; it must be freed in any case. */
int lb_text_values(const lb_graph_text *g, lb_values *tree);

/* The node with this name; a new one if there is none. The bytes must outlive the graph. */
int lb_text_node_of(lb_graph_text *g, const char *word, size_t length, uint32_t *node);
int lb_text_speed_of(const lb_graph_text *g, const char *word, size_t length, uint32_t *speed);
int lb_text_add(lb_graph_text *g, const lb_text_link *link);

/* What has been read, as a network. */
int lb_text_finish(lb_graph_text *g, const char *name, lb_net **net);

#endif
