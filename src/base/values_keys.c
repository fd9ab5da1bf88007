/* A key comes once in a set of JSON: what a file that says two things means, nobody can tell. */
#include "base/values_keys.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 12, SHOWN = 40 };

typedef struct key {
    const char *at;
    uint32_t length;
} key;

static key key_of(const lb_values *tree, uint32_t item) {
    key k = {NULL, 0};
    k.at = lb_values_key(tree, item, &k.length);
    return k;
}

static bool same(key a, key b) {
    return a.length == b.length && *a.at == *b.at && memcmp(a.at, b.at, a.length) == 0;
}

static int fail(const lb_values *tree, uint32_t item) {
    char shown[SHOWN + 1] = "";
    key name = key_of(tree, item);
    for (uint32_t k = 0; k < name.length && k < SHOWN; k++)
        shown[k] = (char)(name.at[k] >= ' ' && name.at[k] <= '~' ? name.at[k] : '?');
    return lb_values_fail(tree, LB_ERR_FORMAT, lb_values_line(tree, item), "\"%s\" is there twice", shown);
}

/* Each with all before it. */
static int compare_few(const lb_values *tree, uint32_t set) {
    key seen[FEW];
    uint32_t count = 0;
    for (uint32_t i = set + 1; i < lb_values_end(tree, set); i = lb_values_end(tree, i)) {
        seen[count] = key_of(tree, i);
        for (uint32_t k = 0; k < count; k++) {
            if (same(seen[k], seen[count]))
                return fail(tree, i);
        }
        count++;
    }
    return LB_OK;
}

static uint64_t hash_of(key name) {
    uint64_t hash = LB_FNV;
    for (uint32_t k = 0; k < name.length; k++)
        hash = lb_fnv_word(hash, (unsigned char)name.at[k]);
    return lb_hash_bits(hash);
}

/* By a table of their hashes, twice as large as they are many. */
static int compare_many(const lb_values *tree, uint32_t set, uint32_t count) {
    uint64_t slots = 16;
    int error = LB_OK;
    while (slots < 2 * (uint64_t)count)
        slots *= 2;
    uint32_t *table = lb_zeroed(slots, sizeof *table);
    if (!table)
        return lb_fail_memory(tree->why, tree->what);
    for (uint32_t i = set + 1; i < lb_values_end(tree, set) && !error; i = lb_values_end(tree, i)) {
        key name = key_of(tree, i);
        uint64_t at = hash_of(name) & (slots - 1);
        for (; table[at] && !error; at = (at + 1) & (slots - 1))
            error = same(key_of(tree, table[at]), name) ? fail(tree, i) : LB_OK;
        table[at] = i;
    }
    free(table);
    return error;
}

int lb_values_unlike(const lb_values *tree, uint32_t set) {
    uint32_t count = lb_values_size(tree, set);
    return count <= FEW ? compare_few(tree, set) : compare_many(tree, set, count);
}
