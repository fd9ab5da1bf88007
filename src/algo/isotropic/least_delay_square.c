/* Least delay on square tori of odd radix (002, section 8.5).
 *
 * A quarter turn, (x, y) to (-y, x), permutes the four ports in a cycle, and carries every relative destination but 0
 * to three others. The four blocks of such an orbit make their hops together, each turned by a quarter: all four ports
 * are busy in every step, and the blocks arrive together after as many steps as they have hops. Orbits go by distance.
 * So the steps are the least that the links allow, p(p^2-1)/8 on p x p, and the delays those of the
 * shortest-processing-time bound: both optimal. */
#include "algo/isotropic/least_delay_parts.h"

enum { PLUS_X, MINUS_X, PLUS_Y, MINUS_Y };

static uint32_t turned(const lb_net *net, uint32_t node) {
    uint32_t p = net->radix[0], x = node % p, y = node / p;
    return (y ? p - y : 0) + x * p;
}

static unsigned turned_port(unsigned port) {
    static const unsigned next[] = {[PLUS_X] = PLUS_Y, [PLUS_Y] = MINUS_X, [MINUS_X] = MINUS_Y, [MINUS_Y] = PLUS_X};
    return next[port];
}

/* One hop of an orbit: the first of its blocks, at `place`, goes through `port`. */
static void put_orbit(lb_plan *plan, uint32_t step, uint32_t offset, uint32_t place, unsigned port) {
    const lb_net *net = &plan->task->net;
    for (int turn = 0; turn < 4; turn++) {
        uint64_t at = (uint64_t)(step - 1) * 4 + port;
        plan->port[at] = (uint8_t)port;
        plan->origin[at] = lb_net_sub(net, 0, place);
        plan->dest[at] = lb_net_sub(net, offset, place);
        offset = turned(net, offset);
        place = turned(net, place);
        port = turned_port(port);
    }
}

/* Along x, then along y; returns the steps it took. */
static uint32_t add_orbit(lb_plan *plan, uint32_t step, uint32_t offset) {
    const lb_net *net = &plan->task->net;
    uint32_t place = 0, hops = 0;
    for (unsigned dim = 0; dim < 2; dim++) {
        while (lb_digit(net, place, dim) != lb_digit(net, offset, dim)) {
            unsigned port = lb_port_of(net, dim, 2 * lb_digit(net, offset, dim) < net->radix[dim] ? 1 : -1);
            put_orbit(plan, step + ++hops, offset, place, port);
            place = lb_neighbor(net, place, port);
        }
    }
    return hops;
}

int lb_least_delay_square(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    const lb_net *net = &task->net;
    uint64_t p = net->radix[0], moves = p * (p * p - 1) / 2;
    lb_plan_shape shape = {
        .orbit = LB_SYMMETRIC,
        .clock = o->clock,
        .steps = (uint32_t)(moves / 4),
        .denominator = 1,
        .moves = moves,
        .items = moves,
        .has_origin = true,
        .has_dest = true,
    };
    int error = lb_affordable(moves * 11, "the plan", why);
    if (!error)
        error = lb_plan_alloc(task, "least-delay", &shape, plan, why);
    if (error)
        return error;
    uint32_t step = 0;
    for (uint32_t hops = 1; hops <= lb_diameter(net); hops++) {
        for (uint32_t x = 1; x <= hops; x++) { /* every orbit has one member with x > 0 and y >= 0 */
            uint32_t y = hops - x, node = x + y * (uint32_t)p;
            if (2 * x < p && 2 * y < p)
                step += add_orbit(*plan, step, node);
        }
    }
    for (uint64_t s = 0; s <= (*plan)->steps; s++)
        (*plan)->step_first[s] = 4 * s;
    return LB_OK;
}
