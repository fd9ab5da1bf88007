/* Every node's data is a function of who it is from, so that what must come can be told at each byte without looking at
 * other nodes: what is carried is words of a hash, what is summed is linear in the node, and what a scan combines are
 * maps, done one after the other. */
#include "run/trial.h"
#include "base/base.h"
#include "base/hash.h"
#include "task/task.h"

#include <inttypes.h>
#include <string.h>

/* ---- Data ---- */

/* The bytes of a block that is not combined: 8 at a time. */
static uint64_t word_of(uint64_t seed, uint64_t block, uint64_t word) {
    return lb_hash_bits(lb_hash_bits(seed + block * UINT64_C(0x9e3779b97f4a7c15)) + word);
}

static void fill_block(uint64_t seed, uint64_t block, uint64_t bytes, unsigned char *to) {
    uint64_t key = lb_hash_bits(seed + block * UINT64_C(0x9e3779b97f4a7c15));
    for (uint64_t i = 0; i < bytes; i += 8) {
        uint64_t w = lb_hash_bits(key + i / 8);
        memcpy(to + i, &w, bytes - i < 8 ? (size_t)(bytes - i) : 8);
    }
}

/* A node's summand: linear in the node, so that the sum of all is known at once. */
static uint32_t summand(uint64_t seed, uint64_t element, uint64_t node) {
    uint64_t w = lb_hash_bits(seed + element);
    return (uint32_t)w + (uint32_t)node * (uint32_t)(w >> 32);
}

/* Maps x -> a*x+b, done one after the other: first the left one. */
static uint64_t after(uint64_t left, uint64_t right, unsigned bits) {
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    uint64_t a = (left >> bits) * (right >> bits), b = (right >> bits) * (left & mask) + (right & mask);
    return (a & mask) << bits | (b & mask);
}

static uint64_t map_of(uint64_t seed, uint64_t element, uint64_t node, unsigned bits) {
    uint64_t w = lb_hash_bits(lb_hash_bits(seed + element) + node) | UINT64_C(1)
                                                                         << bits; /* a is odd, so nothing is lost */
    return bits == 32 ? w : w & 0xff;
}

static void combine_maps8(void *user, const void *left, const void *right, void *into, size_t count) {
    const uint8_t *l = left, *r = right;
    uint8_t *t = into;
    (void)user;
    for (size_t i = 0; i < count; i++)
        t[i] = (uint8_t)after(l[i], r[i], 4);
}

static void combine_maps64(void *user, const void *left, const void *right, void *into, size_t count) {
    const uint64_t *l = left, *r = right;
    uint64_t *t = into;
    (void)user;
    for (size_t i = 0; i < count; i++)
        t[i] = after(l[i], r[i], 32);
}

static size_t element_of(const lb_task *task, uint64_t bytes) {
    switch (lb_task_class(task)) {
    case LB_SUM: return bytes % 4 ? 1 : 4;
    case LB_SPAN: return bytes % 8 ? 1 : 8;
    default: return 1;
    }
}

lb_data lb_trial_data(const lb_task *task, uint64_t bytes) {
    lb_data d = {.bytes = bytes};
    size_t size = element_of(task, bytes);
    if (lb_task_class(task) == LB_SUM)
        lb_operator_of(size == 4 ? LB_U32 : LB_U8, LB_ADD, &d.op);
    if (lb_task_class(task) == LB_SPAN)
        d.op = (lb_operator){size == 8 ? combine_maps64 : combine_maps8, NULL, size};
    return d;
}

/* ---- Buffers ---- */

/* How many blocks a node brings or gets, which ones, in order. */
static uint64_t count_in(const lb_task *task, uint32_t node) {
    lb_task_params p = lb_task_params_of(task);
    uint64_t n = lb_net_nodes(lb_task_net(task)), own = 0;
    switch (lb_task_kind_of(task)) {
    case LB_BROADCAST: return 0;
    case LB_SCATTER: return node == p.root ? n : 0;
    case LB_ALLTOALL:
    case LB_REDUCE_SCATTER: return n;
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return lb_task_fan(task, node, false);
    case LB_SEND: return node == p.root;
    case LB_MULTIBROADCAST:
        for (size_t i = 0; i < p.count; i++)
            own += p.list[i] == node;
        return own;
    default: return 1;
    }
}

static uint64_t count_out(const lb_task *task, uint32_t node) {
    lb_task_params p = lb_task_params_of(task);
    uint64_t n = lb_net_nodes(lb_task_net(task));
    switch (lb_task_kind_of(task)) {
    case LB_ALLGATHER:
    case LB_ALLTOALL: return n;
    case LB_GATHER: return node == p.root ? n : 0;
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return lb_task_fan(task, node, true);
    case LB_MULTIBROADCAST: return p.count;
    case LB_SEND: return node == p.to;
    case LB_REDUCE: return node == p.root;
    default: return 1;
    }
}

int lb_trial_sizes(const lb_task *task, uint32_t node, uint64_t bytes, uint64_t *in, uint64_t *out) {
    if (__builtin_mul_overflow(bytes, count_in(task, node), in) ||
        __builtin_mul_overflow(bytes, count_out(task, node), out) || *in > INT64_MAX || *out > INT64_MAX)
        return LB_ERR_SIZE;
    return LB_OK;
}

/* The number of the block in a slot of a buffer: of `in`, seen from where it starts, or of `out`. */
static uint64_t block_in(const lb_task *task, uint32_t node, uint64_t slot) {
    lb_task_params p = lb_task_params_of(task);
    uint64_t n = lb_net_nodes(lb_task_net(task)), block = slot;
    switch (lb_task_kind_of(task)) {
    case LB_ALLTOALL: return node * n + slot;
    case LB_ALLGATHER:
    case LB_GATHER:
    case LB_PERMUTE: return node;
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return lb_task_block_of(task, node, false, slot);
    case LB_MULTIBROADCAST:
        for (block = 0; p.list[block] != node;)
            block++;
        return block + slot;
    default: return slot;
    }
}

static uint64_t block_out(const lb_task *task, uint32_t node, uint64_t slot) {
    const lb_net *net = lb_task_net(task);
    lb_task_params p = lb_task_params_of(task);
    uint64_t n = lb_net_nodes(net), block = slot;
    switch (lb_task_kind_of(task)) {
    case LB_ALLTOALL: return slot * n + node;
    case LB_SCATTER: return node;
    case LB_PERMUTE:
        for (block = 0; p.list[block] != node;)
            block++;
        return block;
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return lb_task_block_of(task, node, true, slot);
    default: return block;
    }
}

/* ---- Filling ---- */

static void fill_elements(const lb_task *task, uint32_t node, uint64_t bytes, uint64_t seed, uint64_t slots,
                          unsigned char *to) {
    size_t size = element_of(task, bytes);
    bool span = lb_task_class(task) == LB_SPAN;
    for (uint64_t i = 0; i < slots * (bytes / size); i++) {
        uint64_t value = span ? map_of(seed, i, node, size == 8 ? 32 : 4) : summand(seed, i, node);
        memcpy(to + i * size, &value,
               size); /* the low bytes: this machine's and every likely one's are little-endian */
    }
}

void lb_trial_fill(const lb_task *task, uint32_t node, uint64_t bytes, uint64_t seed, void *in, void *out) {
    lb_class class = lb_task_class(task);
    uint64_t slots = count_in(task, node), out_size = count_out(task, node) * bytes;
    if (out_size)
        memset(out, 0xa5, (size_t)out_size);
    if (class == LB_SUM || class == LB_SPAN) {
        fill_elements(task, node, bytes, seed, slots, in);
        return;
    }
    if (lb_task_kind_of(task) == LB_BROADCAST && node == lb_task_params_of(task).root)
        fill_block(seed, 0, bytes, out);
    for (uint64_t i = 0; i < slots; i++)
        fill_block(seed, block_in(task, node, i), bytes, (unsigned char *)in + i * bytes);
}

/* ---- Checking ---- */

static int wrong(uint32_t node, uint64_t slot, uint64_t byte, lb_why *why) {
    return lb_fail(why, LB_ERR_CHECK, "node %" PRIu32 " has a wrong byte: byte %" PRIu64 " of block %" PRIu64, node,
                   byte, slot);
}

/* A block of a dead origin never comes: its slot stays as it was. */
static bool comes(const lb_task *task, uint32_t node, uint64_t block) {
    return lb_task_wants(task, block, node);
}

static int check_block(const lb_task *task, uint32_t node, uint64_t bytes, uint64_t seed, uint64_t slot,
                       const unsigned char *out, lb_why *why) {
    uint64_t block = block_out(task, node, slot);
    if (!comes(task, node, block))
        return LB_OK;
    for (uint64_t i = 0; i < bytes; i += 8) {
        uint64_t w = word_of(seed, block, i / 8);
        size_t size = bytes - i < 8 ? (size_t)(bytes - i) : 8;
        if (memcmp(out + slot * bytes + i, &w, size) != 0) {
            for (size_t k = 0; k < size; k++) {
                if (out[slot * bytes + i + k] != ((unsigned char *)&w)[k])
                    return wrong(node, slot, i + k, why);
            }
        }
    }
    return LB_OK;
}

static int check_sum(const lb_task *task, uint32_t node, uint64_t bytes, uint64_t seed, const unsigned char *out,
                     lb_why *why) {
    const lb_net *net = lb_task_net(task);
    size_t size = element_of(task, bytes);
    uint64_t count = bytes / size, alive = 0, nodes = 0;
    uint64_t first = lb_task_kind_of(task) == LB_REDUCE_SCATTER ? node * count : 0;
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        alive += lb_node_alive(net, v);
        nodes += lb_node_alive(net, v) ? v : 0;
    }
    for (uint64_t i = 0; i < count; i++) {
        uint64_t w = lb_hash_bits(seed + first + i);
        uint32_t sum = (uint32_t)w * (uint32_t)alive + (uint32_t)nodes * (uint32_t)(w >> 32);
        if (memcmp(out + i * size, &sum, size) != 0)
            return wrong(node, 0, i * size, why);
    }
    return LB_OK;
}

static int check_span(const lb_task *task, uint32_t node, uint64_t bytes, uint64_t seed, const unsigned char *out,
                      lb_why *why) {
    const lb_net *net = lb_task_net(task);
    size_t size = element_of(task, bytes);
    unsigned bits = size == 8 ? 32 : 4;
    uint32_t end = lb_task_kind_of(task) == LB_SCAN ? node + 1 : node;
    bool any = false;
    for (uint32_t v = 0; v < end; v++)
        any |= lb_node_alive(net, v);
    for (uint64_t i = 0; i < bytes / size && any; i++) {
        uint64_t value = UINT64_C(1) << bits;
        for (uint32_t v = 0; v < end; v++)
            value = lb_node_alive(net, v) ? after(value, map_of(seed, i, v, bits), bits) : value;
        if (memcmp(out + i * size, &value, size) != 0)
            return wrong(node, 0, i * size, why);
    }
    return LB_OK;
}

int lb_trial_check(const lb_task *task, uint32_t node, uint64_t bytes, uint64_t seed, const void *out, lb_why *why) {
    uint64_t slots = count_out(task, node);
    int error = LB_OK;
    if (slots && lb_task_class(task) == LB_SUM)
        return check_sum(task, node, bytes, seed, out, why);
    if (slots && lb_task_class(task) == LB_SPAN)
        return check_span(task, node, bytes, seed, out, why);
    for (uint64_t i = 0; i < slots && !error; i++)
        error = check_block(task, node, bytes, seed, i, out, why);
    return error;
}
