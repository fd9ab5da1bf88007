/* Graphs that are a network with a name. */
#ifndef LB_RECOGNISE_H
#define LB_RECOGNISE_H

#include "net/net.h"

enum { LB_GUESSES = 16, LB_GUESS_ROOM = 256 };

typedef struct lb_guesses {
    unsigned count;
    char name[LB_GUESSES][LB_GUESS_ROOM];
} lb_guesses;

/* Which names a graph's links at node 0 could have, its nodes being numbered as in the network of that name: tori,
 * meshes, HyperX and products of rings and complete graphs, circulant graphs. Whether one fits lb_same_links says. */
int lb_guess_names(const lb_net *graph, lb_guesses *guesses);

/* Whether the same links, each as fast, lead from every node. */
bool lb_same_links(const lb_net *a, const lb_net *b);

#endif
