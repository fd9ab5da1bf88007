/* Permutations with a name. Digit i of node v is that of dimension i. */
#include "cli/lists.h"
#include "cli/say.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- By digits ---- */

/* The node whose digit in dimension to(i) is digit i of v. */
static uint32_t move_digits(const lb_net *net, uint32_t v, unsigned (*to)(unsigned dim, unsigned dims)) {
    uint32_t digit[LB_MAX_DIMS] = {0}, id = 0;
    unsigned dims = lb_net_dims(net);
    for (unsigned i = 0; i < dims; i++)
        digit[to(i, dims)] = lb_digit(net, v, i);
    for (unsigned i = dims; i-- > 0;)
        id = id * lb_net_radix(net, i) + digit[i];
    return id;
}

static unsigned to_reverse(unsigned dim, unsigned dims) {
    return dims - 1 - dim;
}

static unsigned to_transpose(unsigned dim, unsigned dims) {
    return (dim + dims / 2) % dims;
}

static unsigned to_shuffle(unsigned dim, unsigned dims) {
    return (dim + 1) % dims;
}

static uint32_t antipode(const lb_net *net, uint32_t v) {
    uint32_t id = 0;
    for (unsigned i = lb_net_dims(net); i-- > 0;) {
        uint32_t radix = lb_net_radix(net, i);
        id = id * radix + (lb_digit(net, v, i) + radix / 2) % radix;
    }
    return id;
}

/* Every digit d becomes radix-1-d: the nodes in reverse order. */
static uint32_t complement(const lb_net *net, uint32_t v) {
    return lb_net_nodes(net) - 1 - v;
}

static uint32_t rotation(const lb_net *net, uint32_t v) {
    return v + 1 < lb_net_nodes(net) ? v + 1 : 0;
}

/* The digit of the highest dimension that has one, complemented. */
static uint32_t reflection(const lb_net *net, uint32_t v) {
    uint32_t above = 1; /* nodes that differ in lower digits only */
    for (unsigned i = 0; i < lb_net_dims(net); i++)
        above *= lb_net_radix(net, i);
    for (unsigned i = lb_net_dims(net); i-- > 0;) {
        uint32_t radix = lb_net_radix(net, i), digit = lb_digit(net, v, i);
        above /= radix;
        if (radix > 1)
            return v - digit * above + (radix - 1 - digit) * above;
    }
    return v;
}

static uint32_t bit_reversal(const lb_net *net, uint32_t v) {
    uint32_t id = 0;
    for (uint32_t n = lb_net_nodes(net); n > 1; n /= 2) {
        id = id << 1 | (v & 1);
        v >>= 1;
    }
    return id;
}

/* ---- Turns of a square grid: node = row*side + column ---- */

/* The side, when the first half of the dimensions are the columns and the second, as many nodes, the rows; else 0. */
static uint32_t side_of(const lb_net *net) {
    uint64_t columns = 1, dims = lb_net_dims(net);
    for (unsigned i = 0; i < dims / 2; i++)
        columns *= lb_net_radix(net, i);
    return dims % 2 == 0 && columns * columns == lb_net_nodes(net) ? (uint32_t)columns : 0;
}

static uint32_t gray(uint32_t x) {
    return x ^ x >> 1;
}

static uint32_t gray_back(uint32_t x) {
    for (unsigned by = 16; by; by /= 2)
        x ^= x >> by;
    return x;
}

/* Clockwise: row r becomes column side-1-r. */
static uint32_t quarter_turn(const lb_net *net, uint32_t v) {
    uint32_t side = side_of(net);
    return v % side * side + (side - 1 - v / side);
}

static uint32_t quarter_turn_gray(const lb_net *net, uint32_t v) {
    uint32_t side = side_of(net);
    return v % side * side + gray(side - 1 - gray_back(v / side));
}

static uint32_t half_turn_gray(const lb_net *net, uint32_t v) {
    uint32_t side = side_of(net);
    return gray(side - 1 - gray_back(v / side)) * side + gray(side - 1 - gray_back(v % side));
}

/* ---- Which there are ---- */

typedef enum needs { ANY, SAME_RADICES, POWER_OF_TWO, GRID, CUBE_GRID } needs;

typedef struct named {
    const char *name;
    needs needs;
    unsigned (*to)(unsigned dim, unsigned dims); /* where a dimension's digit goes, or */
    uint32_t (*map)(const lb_net *net, uint32_t v);
} named;

static const named table[] = {
    {"antipode", ANY, NULL, antipode},
    {"bit-reversal", POWER_OF_TWO, NULL, bit_reversal},
    {"complement", ANY, NULL, complement},
    {"half-turn", GRID, NULL, complement},
    {"half-turn-gray", CUBE_GRID, NULL, half_turn_gray},
    {"inversion", ANY, NULL, complement},
    {"quarter-turn", GRID, NULL, quarter_turn},
    {"quarter-turn-gray", CUBE_GRID, NULL, quarter_turn_gray},
    {"random", ANY, NULL, NULL},
    {"reflection", ANY, NULL, reflection},
    {"reverse", SAME_RADICES, to_reverse, NULL},
    {"rotation", ANY, NULL, rotation},
    {"shuffle", SAME_RADICES, to_shuffle, NULL},
    {"swap", ANY, NULL, NULL},
    {"transpose", SAME_RADICES, to_transpose, NULL},
};
enum { NAMED = sizeof table / sizeof *table };

/* A dimension's digit can only go to a dimension of the same radix. */
static bool radices_fit(const named *p, const lb_net *net) {
    unsigned dims = lb_net_dims(net);
    if (p->to == to_transpose && dims % 2)
        return false;
    for (unsigned i = 0; i < dims; i++) {
        if (lb_net_radix(net, i) != lb_net_radix(net, p->to(i, dims)))
            return false;
    }
    return true;
}

static int check_needs(const char *option, const named *p, const lb_net *net) {
    uint32_t n = lb_net_nodes(net);
    if (lb_net_is_graph(net) && (p->to || p->map == antipode || p->map == reflection))
        return cli_fail("%s %s: the nodes of a graph have no digits", option, p->name);
    if (p->needs == SAME_RADICES && !radices_fit(p, net))
        return cli_fail("%s %s: the network's radices do not allow it", option, p->name);
    if (p->needs == POWER_OF_TWO && (n & (n - 1)))
        return cli_fail("%s %s: %" PRIu32 " nodes are not a power of two", option, p->name, n);
    if ((p->needs == GRID || p->needs == CUBE_GRID) && !side_of(net))
        return cli_fail(
            "%s %s: needs a square grid: as many nodes in the first half of the dimensions as in the second", option,
            p->name);
    if (p->needs == CUBE_GRID && !lb_net_is_cube(net))
        return cli_fail("%s %s: Gray codes are for hypercubes", option, p->name);
    return CLI_OK;
}

/* ---- At random, and two nodes only ---- */

static uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15)); /* splitmix64 */
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static void shuffle_at_random(uint32_t *entry, uint32_t n, uint64_t seed) {
    for (uint32_t i = n; i > 1; i--) {
        uint64_t r = 0, fair = UINT64_MAX - UINT64_MAX % i;
        do
            r = next_random(&seed);
        while (r >= fair);
        uint32_t j = (uint32_t)(r % i), swap = entry[i - 1];
        entry[i - 1] = entry[j];
        entry[j] = swap;
    }
}

/* Digits only, all of them. */
static bool read_whole(const char *text, const char **end, uint64_t *value) {
    char *after;
    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *value = strtoull(text, &after, 10);
    *end = after;
    return errno == 0;
}

static int swap_two(const char *option, const char *text, const lb_net *net, uint32_t *entry) {
    uint64_t a = 0, b = 0;
    const char *p = text;
    if (!text || !read_whole(p, &p, &a) || *p != '-' || !read_whole(p + 1, &p, &b) || *p)
        return cli_fail("%s swap: which two nodes? write swap:3-5", option);
    if (a >= lb_net_nodes(net) || b >= lb_net_nodes(net) || a == b)
        return cli_fail("%s swap:%.40s: not two of the nodes 0 to %" PRIu32, option, text, lb_net_nodes(net) - 1);
    entry[a] = (uint32_t)b;
    entry[b] = (uint32_t)a;
    return CLI_OK;
}

/* ---- Making one ---- */

/* The antipode where there is more than rings to go around: as far as the first that is farthest from node 0. */
static void to_farthest(const lb_net *net, uint32_t *entry) {
    uint32_t far = 0;
    while (lb_distance(net, 0, far) < lb_diameter(net))
        far++;
    for (uint32_t v = 0; v < lb_net_nodes(net); v++)
        entry[v] = lb_add(net, v, far);
}

/* `argument` is what stands after a colon, or NULL. */
static int fill(const char *option, const named *p, const char *argument, const lb_net *net, uint64_t seed,
                uint32_t *entry) {
    uint32_t n = lb_net_nodes(net);
    if (p->map == antipode && !argument && !lb_net_is_torus(net) && lb_net_is_lattice(net)) {
        to_farthest(net, entry);
        return CLI_OK;
    }
    for (uint32_t v = 0; v < n; v++)
        entry[v] = p->to ? move_digits(net, v, p->to) : p->map ? p->map(net, v) : v;
    if (strcmp(p->name, "swap") == 0)
        return swap_two(option, argument, net, entry);
    if (strcmp(p->name, "random") == 0) {
        const char *end = "";
        if (argument && (!read_whole(argument, &end, &seed) || *end))
            return cli_fail("%s random:%.40s: the seed is a whole number below 2^64", option, argument);
        shuffle_at_random(entry, n, seed);
        return CLI_OK;
    }
    return argument ? cli_fail("%s %s: nothing may follow it, but ':%.40s' does", option, p->name, argument) : CLI_OK;
}

static int make(const char *option, const named *p, const char *argument, const lb_net *net, uint64_t seed,
                cli_ids *list) {
    uint32_t n = lb_net_nodes(net);
    int status = check_needs(option, p, net);
    if (status)
        return status;
    list->entry = malloc(n * sizeof *list->entry);
    if (!list->entry)
        return cli_fail("%s: memory for the list could not be had", option);
    list->count = list->room = n;
    return fill(option, p, argument, net, seed, list->entry);
}

int cli_permutation_parse(const char *option, const char *text, const lb_net *net, uint64_t seed, cli_ids *list) {
    if (!isalpha((unsigned char)text[0]))
        return cli_list_parse(option, text, net, list);
    const char *names[NAMED], *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    for (size_t i = 0; i < NAMED; i++) {
        names[i] = table[i].name;
        if (strlen(names[i]) == length && strncmp(text, names[i], length) == 0)
            return make(option, &table[i], colon ? colon + 1 : NULL, net, seed, list);
    }
    return cli_fail_unknown("permutation", text, names, NAMED);
}
