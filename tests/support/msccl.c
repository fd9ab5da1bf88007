/* Reading an MSCCL algorithm file, and running it. */
#include "support/msccl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading, as strictly as loaders do: one blank between attributes, double quotes ---- */

typedef struct tag {
    char name[16];
    bool closes, single;
    char key[16][20], value[16][160];
    int count;
} tag;

static const char *word(const char *p, char *to, size_t size, const char *ends) {
    size_t n = strcspn(p, ends);
    assert_true(n < size);
    memcpy(to, p, n);
    to[n] = '\0';
    return p + n;
}

static const char *read_tag(const char *p, tag *t) {
    memset(t, 0, sizeof *t);
    p += strspn(p, " \n");
    assert_int_equal(*p, '<');
    t->closes = *++p == '/';
    p = word(p + t->closes, t->name, sizeof t->name, " />");
    while (*p == ' ') {
        assert_true(t->count < 16);
        p = word(p + 1, t->key[t->count], sizeof t->key[0], "=");
        assert_int_equal(strncmp(p, "=\"", 2), 0);
        p = word(p + 2, t->value[t->count++], sizeof t->value[0], "\"");
        p++;
    }
    t->single = *p == '/';
    p += t->single;
    assert_int_equal(*p, '>');
    return p + 1;
}

static const char *text_of(const tag *t, const char *key) {
    for (int k = 0; k < t->count; k++) {
        if (strcmp(t->key[k], key) == 0)
            return t->value[k];
    }
    fail_msg("<%s> has no %s", t->name, key);
    return "";
}

static int number_of(const tag *t, const char *key) {
    const char *text = text_of(t, key);
    char *end;
    long value = strtol(text, &end, 10);
    assert_true(*text && !*end);
    return (int)value;
}

static void in_buffer(const t_gpu *gpu, char buffer, int at, int count) {
    const char *known = "ios", *found = strchr(known, buffer);
    assert_non_null(found);
    assert_true(at >= 0 && at + count <= gpu->chunks[found - known]);
}

static void check_step(const t_gpu *gpu, const t_block *block, const t_step *s) {
    bool sends = strcmp(s->type, "s") == 0, sums = strcmp(s->type, "rrc") == 0;
    bool receives = sums || strcmp(s->type, "r") == 0, copies = strcmp(s->type, "cpy") == 0;
    assert_true(sends || receives || copies || strcmp(s->type, "nop") == 0);
    assert_true(s->hasdep == 0 || s->hasdep == 1);
    assert_true((s->depid < 0) == (s->deps < 0) && s->depid >= -1);
    assert_true(!sends || block->send >= 0);
    assert_true(!receives || block->recv >= 0);
    if (sends || copies || receives)
        assert_true(s->cnt > 0 && s->cnt < 72);
    if (sends || copies || sums)
        in_buffer(gpu, s->srcbuf, s->srcoff, s->cnt);
    if (receives || copies)
        in_buffer(gpu, s->dstbuf, s->dstoff, s->cnt);
}

static const char *read_block(const char *p, t_gpu *gpu, const tag *t, int id) {
    t_block *block = &gpu->block[gpu->blocks];
    tag inner;
    assert_int_equal(number_of(t, "id"), gpu->blocks);
    *block = (t_block){.send = number_of(t, "send"), .recv = number_of(t, "recv"), .chan = number_of(t, "chan")};
    assert_true(block->send >= -1 && block->recv >= -1 && block->send != id && block->recv != id && block->chan >= 0);
    for (p = read_tag(p, &inner); !inner.closes; p = read_tag(p, &inner)) {
        assert_string_equal(inner.name, "step");
        assert_true(inner.single && block->steps < 64);
        t_step *s = &block->step[block->steps];
        *s = (t_step){.s = number_of(&inner, "s"),
                      .srcoff = number_of(&inner, "srcoff"),
                      .dstoff = number_of(&inner, "dstoff"),
                      .cnt = number_of(&inner, "cnt"),
                      .depid = number_of(&inner, "depid"),
                      .deps = number_of(&inner, "deps"),
                      .hasdep = number_of(&inner, "hasdep")};
        snprintf(s->type, sizeof s->type, "%s", text_of(&inner, "type"));
        s->srcbuf = *text_of(&inner, "srcbuf");
        s->dstbuf = *text_of(&inner, "dstbuf");
        assert_int_equal(s->s, block->steps++);
        check_step(gpu, block, s);
    }
    assert_true(block->steps > 0);
    gpu->blocks++;
    return p;
}

/* What is waited for is there, tells, and a chain of waits ends in a step that waits too. */
static void check_waits(const t_gpu *gpu) {
    for (int b = 0; b < gpu->blocks; b++) {
        for (int k = 0; k < gpu->block[b].steps; k++) {
            const t_step *s = &gpu->block[b].step[k];
            if (strcmp(s->type, "nop") == 0) {
                assert_true(s->depid >= 0 && k + 1 < gpu->block[b].steps && gpu->block[b].step[k + 1].depid >= 0);
                assert_int_equal(s->hasdep, 0);
            }
            if (s->depid < 0)
                continue;
            assert_true(s->depid < gpu->blocks && s->depid != b && s->deps < gpu->block[s->depid].steps);
            assert_int_equal(gpu->block[s->depid].step[s->deps].hasdep, 1);
        }
        for (int c = 0; c < b; c++) { /* a connection belongs to one thread block at each end */
            assert_true(gpu->block[b].send < 0 || gpu->block[b].send != gpu->block[c].send);
            assert_true(gpu->block[b].recv < 0 || gpu->block[b].recv != gpu->block[c].recv);
        }
    }
}

static const char *read_gpu(const char *p, t_algo *algo, int id) {
    t_gpu *gpu = &algo->gpu[id];
    tag t;
    p = read_tag(p, &t);
    assert_string_equal(t.name, "gpu");
    assert_int_equal(number_of(&t, "id"), id);
    gpu->chunks[0] = number_of(&t, "i_chunks");
    gpu->chunks[1] = number_of(&t, "o_chunks");
    gpu->chunks[2] = number_of(&t, "s_chunks");
    gpu->block = calloc(T_MSCCL_BLOCKS, sizeof *gpu->block);
    assert_non_null(gpu->block);
    for (p = read_tag(p, &t); !t.closes; p = read_tag(p, &t)) {
        assert_string_equal(t.name, "tb");
        assert_true(gpu->blocks < 32);
        p = read_block(p, gpu, &t, id);
    }
    check_waits(gpu);
    return p;
}

t_algo t_msccl_read(const char *text) {
    t_algo algo = {.ngpus = 0};
    tag t;
    text = read_tag(text, &t);
    assert_string_equal(t.name, "algo");
    assert_string_equal(text_of(&t, "proto"), "Simple");
    assert_true(strlen(text_of(&t, "name")) > 0 && number_of(&t, "nchannels") == 1);
    assert_true(number_of(&t, "minBytes") == 0 && number_of(&t, "maxBytes") == 0);
    snprintf(algo.coll, sizeof algo.coll, "%s", text_of(&t, "coll"));
    algo.ngpus = number_of(&t, "ngpus");
    algo.nchunksperloop = number_of(&t, "nchunksperloop");
    algo.inplace = number_of(&t, "inplace");
    algo.outofplace = number_of(&t, "outofplace");
    algo.gpu = calloc((size_t)algo.ngpus, sizeof *algo.gpu);
    assert_non_null(algo.gpu);
    for (int k = 0; k < algo.ngpus; k++)
        text = read_gpu(text, &algo, k);
    text = read_tag(text, &t);
    assert_true(t.closes && strcmp(t.name, "algo") == 0);
    assert_int_equal(strspn(text, "\n"), strlen(text));
    return algo;
}

void t_msccl_free(t_algo *algo) {
    for (int k = 0; k < algo->ngpus; k++)
        free(algo->gpu[k].block);
    free(algo->gpu);
}

/* ---- Running ---- */

typedef struct message {
    int count;
    uint64_t value[72];
} message;

typedef struct wire {
    message fifo[T_MSCCL_FIFO];
    int held;
} wire;

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* What rank `gpu` has in chunk k of its input. */
static uint64_t input(int gpu, int k) {
    return mix((uint64_t)gpu * 1000003 + (uint64_t)k + 1);
}

/* Where in the output the input lies, in calls in place. */
static int overlap(const t_algo *algo, int gpu) {
    int part = algo->gpu[gpu].chunks[0];
    return strcmp(algo->coll, "allgather") == 0 || strcmp(algo->coll, "gather") == 0 ? gpu * part : 0;
}

static void lay_out(t_algo *algo, bool in_place) {
    for (int g = 0; g < algo->ngpus; g++) {
        t_gpu *gpu = &algo->gpu[g];
        for (int b = 0; b < 3; b++) {
            gpu->owned[b] = gpu->data[b] = malloc(((size_t)gpu->chunks[b] + 1) * sizeof(uint64_t));
            assert_non_null(gpu->data[b]);
            for (int k = 0; k < gpu->chunks[b]; k++)
                gpu->data[b][k] = mix(~(uint64_t)k); /* rubbish */
        }
        bool scatters = strcmp(algo->coll, "reducescatter") == 0 || strcmp(algo->coll, "scatter") == 0;
        if (in_place && scatters)
            gpu->data[1] = gpu->data[0] + g * gpu->chunks[1];
        else if (in_place)
            gpu->data[0] = gpu->data[1] + overlap(algo, g);
        for (int k = 0; k < gpu->chunks[0]; k++)
            gpu->data[0][k] = input(g, k);
        for (int b = 0; b < gpu->blocks; b++)
            gpu->block[b].done = 0;
    }
}

static uint64_t *at(const t_gpu *gpu, char buffer, int offset) {
    return gpu->data[strchr("ios", buffer) - "ios"] + offset;
}

/* One step of a thread block, if it can be done now. */
static bool advance(const t_algo *algo, wire *wires, int g, t_block *block, int room) {
    const t_gpu *gpu = &algo->gpu[g];
    if (block->done == block->steps)
        return false;
    const t_step *s = &block->step[block->done];
    if (s->depid >= 0 && gpu->block[s->depid].done <= s->deps)
        return false;
    if (strcmp(s->type, "s") == 0) {
        wire *w = &wires[g * algo->ngpus + block->send];
        if (w->held == room)
            return false;
        message *m = &w->fifo[w->held++];
        m->count = s->cnt;
        memcpy(m->value, at(gpu, s->srcbuf, s->srcoff), (size_t)s->cnt * sizeof *m->value);
    } else if (*s->type == 'r') {
        wire *w = &wires[block->recv * algo->ngpus + g];
        if (!w->held)
            return false;
        assert_int_equal(w->fifo[0].count, s->cnt);
        for (int k = 0; k < s->cnt; k++) {
            uint64_t had = s->type[1] ? *at(gpu, s->srcbuf, s->srcoff + k) : 0;
            *at(gpu, s->dstbuf, s->dstoff + k) = had + w->fifo[0].value[k];
        }
        memmove(w->fifo, w->fifo + 1, (size_t)--w->held * sizeof *w->fifo);
    } else if (strcmp(s->type, "cpy") == 0) {
        memmove(at(gpu, s->dstbuf, s->dstoff), at(gpu, s->srcbuf, s->srcoff), (size_t)s->cnt * sizeof(uint64_t));
    }
    block->done++;
    return true;
}

/* What rank g must have in chunk k of its output, if anything. */
static bool promised(const t_algo *algo, int g, int k, uint32_t root, uint64_t *value) {
    int c = algo->nchunksperloop / algo->ngpus;
    *value = 0;
    if (strcmp(algo->coll, "allgather") == 0) {
        *value = input(k / c, k % c);
    } else if (strcmp(algo->coll, "alltoall") == 0) {
        *value = input(k / c, g * c + k % c);
    } else if (strcmp(algo->coll, "gather") == 0) {
        *value = input(k / algo->nchunksperloop, k % algo->nchunksperloop);
        return (uint32_t)g == root;
    } else if (strcmp(algo->coll, "scatter") == 0) {
        *value = input((int)root, g * algo->nchunksperloop + k);
    } else if (strcmp(algo->coll, "broadcast") == 0) {
        *value = input((int)root, k);
    } else {
        int first = strcmp(algo->coll, "reducescatter") == 0 ? g * c : 0;
        for (int from = 0; from < algo->ngpus; from++)
            *value += input(from, first + k);
    }
    return strcmp(algo->coll, "reduce") != 0 || (uint32_t)g == root;
}

static void check_end(const t_algo *algo, const wire *wires, uint32_t root, bool in_place) {
    for (int k = 0; k < algo->ngpus * algo->ngpus; k++)
        assert_int_equal(wires[k].held, 0);
    for (int g = 0; g < algo->ngpus; g++) {
        const t_gpu *gpu = &algo->gpu[g];
        for (int k = 0; k < gpu->chunks[1]; k++) {
            uint64_t value;
            if (promised(algo, g, k, root, &value))
                T_EQUAL(gpu->data[1][k], value);
        }
        for (int k = 0; k < gpu->chunks[0] && !in_place; k++)
            T_EQUAL(gpu->data[0][k], input(g, k)); /* the user's input is as it was */
    }
}

void t_msccl_run(t_algo *algo, uint32_t root, int room, bool in_place, uint64_t seed) {
    wire *wires = calloc((size_t)algo->ngpus * (size_t)algo->ngpus, sizeof *wires);
    uint64_t left = 0, idle = 0, limit = 0;
    assert_non_null(wires);
    lay_out(algo, in_place);
    for (int g = 0; g < algo->ngpus; g++) {
        limit += (uint64_t)algo->gpu[g].blocks;
        for (int b = 0; b < algo->gpu[g].blocks; b++)
            left += (uint64_t)algo->gpu[g].block[b].steps;
    }
    while (left) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        int g = (int)(mix(seed) % (uint64_t)algo->ngpus);
        t_gpu *gpu = &algo->gpu[g];
        bool moved = gpu->blocks && advance(algo, wires, g, &gpu->block[mix(seed + 1) % (uint64_t)gpu->blocks], room);
        left -= moved;
        idle = moved ? 0 : idle + 1;
        if (idle > 64 * limit + 1000) { /* by chance, or for good? */
            bool any = false;
            for (int k = 0; k < algo->ngpus; k++) {
                for (int b = 0; b < algo->gpu[k].blocks && !any; b++)
                    any = advance(algo, wires, k, &algo->gpu[k].block[b], room);
            }
            T_TRUE(any); /* else nobody can go on: it is locked */
            left -= any;
            idle = 0;
        }
    }
    check_end(algo, wires, root, in_place);
    for (int g = 0; g < algo->ngpus; g++) {
        for (int b = 0; b < 3; b++)
            free(algo->gpu[g].owned[b]);
    }
    free(wires);
}
