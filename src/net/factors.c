/* Reading the factors of a network's name. */
#include "net/factors.h"

#include <inttypes.h>
#include <string.h>

int lb_name_error(const char *text, lb_why *why) {
    return lb_fail(why, LB_ERR_ARG,
                   "'%.60s' is not a network; write cube:6, ring:8, radices such as 4x4x4, graph:FILE, or another "
                   "kind (linkbound networks)",
                   text);
}

bool lb_read_number(const char **text, uint32_t *value) {
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

/* ---- Digits, groups and generators ---- */

static int add_digit(lb_reading *r, uint32_t radix, lb_why *why) {
    lb_recipe *c = &r->recipe;
    uint64_t nodes = 1;
    if (c->dims == LB_MAX_DIMS)
        return lb_fail(why, LB_ERR_SIZE, "a network has at most %d dimensions", LB_MAX_DIMS);
    if (radix == 0)
        return lb_fail(why, LB_ERR_ARG, "dimension %u has radix 0; a radix is at least 1", c->dims);
    c->radix[c->dims++] = radix;
    for (unsigned i = 0; i < c->dims; i++) {
        nodes *= c->radix[i];
        if (nodes > LB_MAX_NODES)
            return lb_fail(why, LB_ERR_SIZE, "the network has more than %u nodes, the most that is supported",
                           (unsigned)LB_MAX_NODES);
    }
    return LB_OK;
}

static int add_group(lb_reading *r, lb_why *why) {
    if (r->recipe.groups == LB_MAX_DIMS)
        return lb_fail(why, LB_ERR_SIZE, "a network has at most %d dimensions and generators", LB_MAX_DIMS);
    r->recipe.groups++;
    return LB_OK;
}

/* A generator of the newest group, all zeros until the caller fills it in. */
static int add_generator(lb_reading *r, lb_generator_way **way, lb_why *why) {
    lb_recipe *c = &r->recipe;
    if (c->ways == LB_MAX_PORTS)
        return lb_fail(why, LB_ERR_SIZE, "a node has more than %d ports, each lane counted", LB_MAX_PORTS);
    *way = &c->way[c->ways++];
    **way = (lb_generator_way){.group = c->groups - 1, .vector = -1};
    return LB_OK;
}

/* One that changes several digits. There are no more than groups. */
static int add_vector(lb_reading *r, int32_t **vector, lb_why *why) {
    lb_generator_way *way;
    int error = add_generator(r, &way, why);
    if (error)
        return error;
    way->vector = (int)r->recipe.vectors;
    *vector = r->recipe.vector[r->recipe.vectors++];
    return LB_OK;
}

static int add_step(lb_reading *r, unsigned dim, uint32_t by, lb_why *why) {
    lb_generator_way *way;
    int error = add_generator(r, &way, why);
    if (!error) {
        way->dim = dim;
        way->by = (int32_t)by;
    }
    return error;
}

/* A ring, or a line, of its own. */
static int add_ring(lb_reading *r, uint32_t radix, bool line, bool named, lb_why *why) {
    lb_recipe *c = &r->recipe;
    int error = add_digit(r, radix, why);
    if (!error)
        error = add_group(r, why);
    if (error)
        return error;
    c->line[c->dims - 1] = line;
    r->rings[c->dims - 1] = !named;
    return radix > 1 ? add_step(r, c->dims - 1, 1, why) : LB_OK;
}

/* A digit all of whose values are one hop apart: of two or three it is a ring. */
static int add_complete(lb_reading *r, uint32_t radix, bool named, lb_why *why) {
    if (radix <= 3)
        return add_ring(r, radix, false, named, why);
    int error = add_digit(r, radix, why);
    if (!error)
        error = add_group(r, why);
    r->recipe.plain = false;
    if (!error && radix > LB_MAX_PORTS + UINT32_C(1))
        return lb_fail(why, LB_ERR_SIZE, "a complete graph has at most %d nodes", LB_MAX_PORTS + 1);
    for (uint32_t by = 1; by <= radix / 2 && !error; by++)
        error = add_step(r, r->recipe.dims - 1, by, why);
    return error;
}

/* ---- Kinds ---- */

/* "8x4": radices; with lines, any that is followed by -. */
static int read_radices(lb_reading *r, uint32_t *radix, bool *line, unsigned *count, lb_why *why) {
    for (*count = 0;; r->at++) {
        if (*count == LB_MAX_DIMS)
            return lb_fail(why, LB_ERR_SIZE, "a network has at most %d dimensions", LB_MAX_DIMS);
        if (!lb_read_number(&r->at, &radix[*count]))
            return lb_name_error(r->text, why);
        if (line) {
            line[*count] = *r->at == '-';
            r->at += *r->at == '-';
        }
        ++*count;
        if (*r->at != 'x') /* a wrong name is that, whatever is too large in it */
            return strchr("* :", *r->at) ? LB_OK : lb_name_error(r->text, why);
    }
}

static int read_torus(lb_reading *r, lb_why *why) {
    uint32_t radix[LB_MAX_DIMS];
    bool line[LB_MAX_DIMS];
    unsigned count;
    int error = read_radices(r, radix, line, &count, why);
    for (unsigned i = 0; i < count && !error; i++)
        error = add_ring(r, radix[i], line[i], false, why);
    return error;
}

static int read_mesh(lb_reading *r, lb_why *why) {
    uint32_t radix[LB_MAX_DIMS];
    unsigned count;
    int error = read_radices(r, radix, NULL, &count, why);
    for (unsigned i = 0; i < count && !error; i++)
        error = add_ring(r, radix[i], true, false, why);
    return error;
}

static int read_cube(lb_reading *r, lb_why *why) {
    uint32_t d;
    if (!lb_read_number(&r->at, &d))
        return lb_name_error(r->text, why);
    if (d > 26)
        return lb_fail(why, LB_ERR_SIZE, "cube:%" PRIu32 " has more than 2^26 nodes, the most that is supported", d);
    int error = d == 0 ? add_ring(r, 1, false, false, why) : LB_OK;
    for (uint32_t i = 0; i < d && !error; i++)
        error = add_ring(r, 2, false, false, why);
    return error;
}

static int read_line(lb_reading *r, lb_why *why) {
    uint32_t radix;
    if (!lb_read_number(&r->at, &radix))
        return lb_name_error(r->text, why);
    return add_ring(r, radix, true, false, why);
}

static int read_ring(lb_reading *r, lb_why *why) {
    uint32_t radix;
    if (!lb_read_number(&r->at, &radix))
        return lb_name_error(r->text, why);
    return add_ring(r, radix, false, false, why);
}

static int read_complete(lb_reading *r, lb_why *why) {
    uint32_t radix;
    if (!lb_read_number(&r->at, &radix))
        return lb_name_error(r->text, why);
    return add_complete(r, radix, radix > 3, why);
}

static int read_hyperx(lb_reading *r, lb_why *why) {
    uint32_t radix[LB_MAX_DIMS];
    unsigned count;
    bool rings = true;
    int error = read_radices(r, radix, NULL, &count, why);
    for (unsigned i = 0; i < count && !error; i++)
        rings = rings && radix[i] <= 3;
    for (unsigned i = 0; i < count && !error; i++)
        error = add_complete(r, radix[i], !rings, why);
    return error;
}

/* The cube, and a link from every node to the one that differs in all bits (El-Amawy and Latifi, 1991). */
static int read_folded(lb_reading *r, lb_why *why) {
    unsigned first = r->recipe.dims;
    uint32_t d;
    if (!lb_read_number(&r->at, &d))
        return lb_name_error(r->text, why);
    if (d < 2 || d > 22)
        return lb_fail(why, LB_ERR_SIZE, "a folded cube has 2 to 22 dimensions, not %" PRIu32, d);
    int error = LB_OK;
    for (uint32_t i = 0; i < d && !error; i++)
        error = add_ring(r, 2, false, true, why);
    int32_t *ones;
    if (!error)
        error = add_group(r, why);
    if (!error)
        error = add_vector(r, &ones, why);
    r->recipe.plain = false;
    for (uint32_t i = 0; i < d && !error; i++)
        ones[first + i] = 1;
    return error;
}

/* Camara and others, 2010, as Google's machines have them: rings of n and of 2n nodes; who goes around a short ring
 * comes back half way around every long one. Nearly as symmetric as a cube of rings, of half the diameter. */
static int read_twisted(lb_reading *r, lb_why *why) {
    uint32_t radix[LB_MAX_DIMS], first = r->recipe.dims;
    unsigned count, shorts = 0;
    int error = read_radices(r, radix, NULL, &count, why);
    while (!error && shorts < count && radix[shorts] == radix[0])
        shorts++;
    for (unsigned i = shorts; i < count && !error; i++) {
        if (radix[i] != 2 * (uint64_t)radix[0])
            shorts = count;
    }
    if (!error && (shorts == count || radix[0] < 2))
        return lb_fail(
            why, LB_ERR_ARG,
            "a twisted torus has rings of n and of 2n nodes, the short ones first: twisted:4x4x8, not '%.60s'",
            r->text);
    for (unsigned i = 0; i < count && !error; i++)
        error = add_ring(r, radix[i], false, true, why);
    for (unsigned i = 0; i < shorts && !error; i++) {
        for (unsigned j = shorts; j < count; j++)
            r->recipe.carry[first + i][first + j] = radix[0];
    }
    r->recipe.plain = false;
    return error;
}

/* "16:1,4": 16 nodes in a circle, each linked to those 1 and 4 places away, both ways around. */
static int read_circulant(lb_reading *r, lb_why *why) {
    uint32_t nodes = 0, by = 0;
    if (!lb_read_number(&r->at, &nodes) || *r->at != ':')
        return lb_name_error(r->text, why);
    int error = add_digit(r, nodes, why);
    r->recipe.plain = false;
    do {
        r->at++;
        if (!error && !lb_read_number(&r->at, &by))
            error = lb_name_error(r->text, why);
        if (!error && (by == 0 || by >= nodes))
            error = lb_fail(why, LB_ERR_ARG, "a generator of a circulant graph is from 1 to the number of nodes - 1");
        if (!error)
            error = add_group(r, why);
        if (!error)
            error = add_step(r, r->recipe.dims - 1, by, why);
    } while (!error && *r->at == ',');
    return error;
}

/* "0.4" or "-1.2": numbers with dots between, as many as the factor's digits. */
static int read_vector(lb_reading *r, unsigned count, int32_t *digit, lb_why *why) {
    for (unsigned i = 0; i < count; i++) {
        bool minus = *r->at == '-';
        uint32_t value;
        r->at += minus;
        if (!lb_read_number(&r->at, &value) || (i + 1 < count && *r->at++ != '.'))
            return lb_name_error(r->text, why);
        if (value > LB_MAX_NODES)
            return lb_fail(why, LB_ERR_ARG, "a digit of %" PRIu32 " is beyond any radix", value);
        digit[i] = minus ? -(int32_t)value : (int32_t)value;
    }
    return LB_OK;
}

static int read_carries(lb_reading *r, unsigned first, unsigned count, lb_why *why) {
    int32_t by[LB_MAX_DIMS];
    for (; *r->at != ':'; r->at += *r->at == ',') {
        uint32_t from;
        if (!lb_read_number(&r->at, &from) || *r->at++ != '>')
            return lb_name_error(r->text, why);
        if (from >= count)
            return lb_fail(why, LB_ERR_ARG, "there is no digit %" PRIu32 " that could carry; the first is 0", from);
        int error = read_vector(r, count, by, why);
        for (unsigned j = 0; j < count && !error; j++) {
            int64_t radix = r->recipe.radix[first + j];
            if (j <= from && by[j] != 0)
                error = lb_fail(why, LB_ERR_ARG, "digit %" PRIu32 " carries to digit %u; only later ones can take it",
                                from, j);
            else
                r->recipe.carry[first + from][first + j] = (uint32_t)((by[j] % radix + radix) % radix);
        }
        if (error)
            return error;
        if (*r->at != ',' && *r->at != ':')
            return lb_name_error(r->text, why);
    }
    return LB_OK;
}

/* "4x8:0>0.4:1.0,0.1": the box, what wrapping a digit around adds, the generators; carries may be empty. */
static int read_lattice(lb_reading *r, lb_why *why) {
    uint32_t radix[LB_MAX_DIMS], first = r->recipe.dims;
    unsigned count;
    int error = read_radices(r, radix, NULL, &count, why);
    for (unsigned i = 0; i < count && !error; i++)
        error = add_digit(r, radix[i], why);
    if (!error && *r->at++ != ':')
        return lb_name_error(r->text, why);
    if (!error)
        error = read_carries(r, first, count, why);
    r->recipe.plain = false;
    do {
        int32_t *vector;
        r->at++;
        if (!error)
            error = add_group(r, why);
        if (!error)
            error = add_vector(r, &vector, why);
        if (!error)
            error = read_vector(r, count, vector + first, why);
    } while (!error && *r->at == ',');
    return error;
}

static const struct {
    const char *word;
    int (*read)(lb_reading *r, lb_why *why);
} kinds[] = {
    {"cube:", read_cube},       {"ring:", read_ring},           {"line:", read_line},         {"mesh:", read_mesh},
    {"twisted:", read_twisted}, {"circulant:", read_circulant}, {"complete:", read_complete}, {"hyperx:", read_hyperx},
    {"folded:", read_folded},   {"lattice:", read_lattice},
};

/* What is no ring keeps the words it was written in. */
static int keep_words(lb_reading *r, const char *begin, unsigned first, lb_why *why) {
    size_t length = (size_t)(r->at - begin);
    if (first == r->recipe.dims || r->rings[first])
        return LB_OK;
    if (r->others + length + 1 > sizeof r->other)
        return lb_fail(why, LB_ERR_SIZE, "the network's name is too long");
    r->other_first[first] = (unsigned)r->others + 1;
    memcpy(r->other + r->others, begin, length);
    r->others += length;
    r->other[r->others++] = '\0';
    return LB_OK;
}

int lb_read_factor(lb_reading *r, lb_why *why) {
    const char *begin = r->at;
    unsigned first = r->recipe.dims;
    int (*read)(lb_reading *, lb_why *) = read_torus;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t length = strlen(kinds[i].word);
        if (strncmp(r->at, kinds[i].word, length) == 0) {
            read = kinds[i].read;
            r->at += length;
            break;
        }
    }
    int error = read(r, why);
    if (!error && *r->at && *r->at != '*' && *r->at != ' ')
        error = lb_name_error(r->text, why);
    return error ? error : keep_words(r, begin, first, why);
}
