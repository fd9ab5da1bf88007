/* Network names: "cube:6", "ring:8", "3x4x5". */
#include "net/net.h"

#include <inttypes.h>
#include <string.h>

/* Reads a decimal number that ends where digits end. Values beyond 2^32 stop at UINT32_MAX, which every limit refuses.
 */
static bool read_number(const char **text, uint32_t *value) {
    const char *p = *text;
    uint64_t v = 0;
    if (*p < '0' || *p > '9')
        return false;
    for (; *p >= '0' && *p <= '9'; p++) {
        v = v * 10 + (uint64_t)(*p - '0');
        if (v > UINT32_MAX)
            v = UINT32_MAX;
    }
    *value = (uint32_t)v;
    *text = p;
    return true;
}

static int parse_error(const char *text, lb_why *why) {
    return lb_fail(why, LB_ERR_ARG, "'%.60s' is not a network; write cube:6, ring:8 or radices such as 4x4x4", text);
}

static int parse_cube(const char *text, const char *p, lb_net **net, lb_why *why) {
    uint32_t d, radices[LB_MAX_DIMS];
    if (!read_number(&p, &d) || *p)
        return parse_error(text, why);
    if (d > 26)
        return lb_fail(why, LB_ERR_SIZE, "cube:%" PRIu32 " has more than 2^26 nodes, the most that is supported", d);
    if (d == 0)
        return lb_net_create(1, &(uint32_t){1}, net, why);
    for (unsigned i = 0; i < d; i++)
        radices[i] = 2;
    return lb_net_create(d, radices, net, why);
}

int lb_net_parse(const char *text, lb_net **net, lb_why *why) {
    *net = NULL;
    if (strncmp(text, "cube:", 5) == 0)
        return parse_cube(text, text + 5, net, why);
    const char *p = text;
    uint32_t radices[LB_MAX_DIMS];
    unsigned dims = 0;
    if (strncmp(text, "ring:", 5) == 0) {
        p += 5;
        if (!read_number(&p, &radices[0]) || *p)
            return parse_error(text, why);
        return lb_net_create(1, radices, net, why);
    }
    for (;;) {
        if (dims == LB_MAX_DIMS)
            return lb_fail(why, LB_ERR_SIZE, "a network has at most %d dimensions", LB_MAX_DIMS);
        if (!read_number(&p, &radices[dims++]))
            return parse_error(text, why);
        if (!*p)
            return lb_net_create(dims, radices, net, why);
        if (*p++ != 'x')
            return parse_error(text, why);
    }
}

int lb_net_name(const lb_net *net, char *buffer, size_t size) {
    size_t length = 0;
    if (size)
        buffer[0] = '\0';
    for (unsigned i = 0; i < net->dims; i++) {
        size_t room = length < size ? size - length : 0;
        int wrote = snprintf(room ? buffer + length : NULL, room, "%s%" PRIu32, i ? "x" : "", net->radix[i]);
        length += (size_t)wrote;
    }
    return (int)length;
}
