/* Permutations with a name. Digit i of node v is that of dimension i. */
#include "cli/lists.h"
#include "cli/say.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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

static uint32_t complement(const lb_net *net, uint32_t v) {
    return lb_net_nodes(net) - 1 - v;
}

typedef struct named {
    const char *name;
    unsigned (*to)(unsigned dim, unsigned dims); /* where a dimension's digit goes, or */
    uint32_t (*map)(const lb_net *net, uint32_t v);
} named;

static const named table[] = {
    {"antipode", NULL, antipode},  {"complement", NULL, complement}, {"random", NULL, NULL},
    {"reverse", to_reverse, NULL}, {"shuffle", to_shuffle, NULL},    {"transpose", to_transpose, NULL},
};
enum { NAMED = sizeof table / sizeof *table };

static uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15)); /* splitmix64 */
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static void shuffle_at_random(uint32_t *entry, uint32_t n, uint64_t seed) {
    for (uint32_t i = 0; i < n; i++)
        entry[i] = i;
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

/* A dimension's digit can only go to a dimension of the same radix. */
static bool fits(const named *p, const lb_net *net) {
    unsigned dims = lb_net_dims(net);
    if (p->to == to_transpose && dims % 2)
        return false;
    for (unsigned i = 0; p->to && i < dims; i++) {
        if (lb_net_radix(net, i) != lb_net_radix(net, p->to(i, dims)))
            return false;
    }
    return true;
}

static int make(const char *option, const named *p, const lb_net *net, uint64_t seed, cli_list *list) {
    uint32_t n = lb_net_nodes(net);
    if (!fits(p, net))
        return cli_fail("%s %s: the network's radices do not allow it", option, p->name);
    list->entry = malloc(n * sizeof *list->entry);
    if (!list->entry)
        return cli_fail("%s: memory for the list could not be had", option);
    list->count = list->room = n;
    if (!p->to && !p->map)
        shuffle_at_random(list->entry, n, seed);
    for (uint32_t v = 0; v < n && (p->to || p->map); v++)
        list->entry[v] = p->to ? move_digits(net, v, p->to) : p->map(net, v);
    return CLI_OK;
}

int cli_permutation_parse(const char *option, const char *text, const lb_net *net, uint64_t seed, cli_list *list) {
    if (!isalpha((unsigned char)text[0]))
        return cli_list_parse(option, text, net, list);
    const char *names[NAMED];
    for (size_t i = 0; i < NAMED; i++) {
        names[i] = table[i].name;
        if (strcmp(text, names[i]) == 0)
            return make(option, &table[i], net, seed, list);
    }
    return cli_fail_unknown("permutation", text, names, NAMED);
}
