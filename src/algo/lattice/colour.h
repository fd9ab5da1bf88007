/* Edge colouring: which hop of which packet in which step. */
#ifndef LB_LATTICE_COLOUR_H
#define LB_LATTICE_COLOUR_H

#include "base/base.h"

/* Rows (packets) and ports, and for each row the ports that it must pass. A colour is a step: no row and no port has
 * one twice. */
typedef struct lb_colours {
    uint64_t rows, steps;
    unsigned ports;
    uint32_t *row_of; /* port * steps + step: the row that passes there, LB_NONE */
    uint8_t *port_of; /* row * steps + step: the port that it passes, LB_NO_PORT */
} lb_colours;

#define LB_NO_PORT 255

/* So much memory it takes; LB_ERR_MEMORY. */
uint64_t lb_colours_bytes(uint64_t rows, unsigned ports, uint64_t steps);
int lb_colours_begin(lb_colours *c, uint64_t rows, unsigned ports, uint64_t steps);
void lb_colours_end(lb_colours *c);

/* One hop more. There must be as many steps as a row or port has hops, this one counted. */
void lb_colours_add(lb_colours *c, uint32_t row, unsigned port);

/* Moves hops among steps until none has more than `limit`; steps * limit must be as many as there are hops. */
void lb_colours_even(lb_colours *c, uint32_t limit);

#endif
