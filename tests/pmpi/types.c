/* Every predefined operator on every predefined type: what MPI takes is the engine's, and comes out as MPI's own does;
 * what MPI refuses it still refuses. The engine sends by PMPI_Isend, which is counted here on its way to MPI. */
#define _GNU_SOURCE
#include "stranger.h"

#include <complex.h>
#include <dlfcn.h>
#include <float.h>
#include <stdio.h>

enum { K = 50, WIDEST = 64 };
static uint64_t sent;
static group world;
static MPI_Comm quiet, alone; /* all, and oneself, where errors are returned */

__attribute__((visibility("default"))) int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest,
                                                      int tag, MPI_Comm comm, MPI_Request *request) {
    static __typeof__(PMPI_Isend) *real;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "PMPI_Isend");
    sent++;
    return real(buf, count, datatype, dest, tag, comm, request);
}

/* ---- What the standard says ---- */

enum { INTEGER = 1, FLOATING = 2, LOGICAL = 4, COMPLEX = 8, BYTE = 16, PAIR = 32 };

#define OPS(X)                                                                                                         \
    X(MPI_MAX, INTEGER | FLOATING)                                                                                     \
    X(MPI_MIN, INTEGER | FLOATING)                                                                                     \
    X(MPI_SUM, INTEGER | FLOATING | COMPLEX)                                                                           \
    X(MPI_PROD, INTEGER | FLOATING | COMPLEX)                                                                          \
    X(MPI_LAND, INTEGER | LOGICAL)                                                                                     \
    X(MPI_LOR, INTEGER | LOGICAL)                                                                                      \
    X(MPI_LXOR, INTEGER | LOGICAL)                                                                                     \
    X(MPI_BAND, INTEGER | BYTE)                                                                                        \
    X(MPI_BOR, INTEGER | BYTE)                                                                                         \
    X(MPI_BXOR, INTEGER | BYTE)                                                                                        \
    X(MPI_MAXLOC, PAIR)                                                                                                \
    X(MPI_MINLOC, PAIR)

/* How an element is made of small whole numbers: bytes of its parts, and where the second one is. */
#define NUMBERS(X)                                                                                                     \
    X(MPI_INT, INTEGER, 4, 0)                                                                                          \
    X(MPI_LONG, INTEGER, sizeof(long), 0)                                                                              \
    X(MPI_SHORT, INTEGER, 2, 0)                                                                                        \
    X(MPI_UNSIGNED_SHORT, INTEGER, 2, 0)                                                                               \
    X(MPI_UNSIGNED, INTEGER, 4, 0)                                                                                     \
    X(MPI_LONG_LONG_INT, INTEGER, 8, 0)                                                                                \
    X(MPI_UNSIGNED_LONG, INTEGER, sizeof(long), 0)                                                                     \
    X(MPI_UNSIGNED_LONG_LONG, INTEGER, 8, 0)                                                                           \
    X(MPI_SIGNED_CHAR, INTEGER, 1, 0)                                                                                  \
    X(MPI_UNSIGNED_CHAR, INTEGER, 1, 0)                                                                                \
    X(MPI_INT8_T, INTEGER, 1, 0)                                                                                       \
    X(MPI_INT16_T, INTEGER, 2, 0)                                                                                      \
    X(MPI_INT32_T, INTEGER, 4, 0)                                                                                      \
    X(MPI_INT64_T, INTEGER, 8, 0)                                                                                      \
    X(MPI_UINT8_T, INTEGER, 1, 0)                                                                                      \
    X(MPI_UINT16_T, INTEGER, 2, 0)                                                                                     \
    X(MPI_UINT32_T, INTEGER, 4, 0)                                                                                     \
    X(MPI_UINT64_T, INTEGER, 8, 0)                                                                                     \
    X(MPI_AINT, INTEGER, sizeof(MPI_Aint), 0)                                                                          \
    X(MPI_OFFSET, INTEGER, sizeof(MPI_Offset), 0)                                                                      \
    X(MPI_COUNT, INTEGER, sizeof(MPI_Count), 0)                                                                        \
    X(MPI_INTEGER, INTEGER, 4, 0)                                                                                      \
    X(MPI_INTEGER1, INTEGER, 1, 0)                                                                                     \
    X(MPI_INTEGER2, INTEGER, 2, 0)                                                                                     \
    X(MPI_INTEGER4, INTEGER, 4, 0)                                                                                     \
    X(MPI_INTEGER8, INTEGER, 8, 0)                                                                                     \
    X(MPI_FLOAT, FLOATING, 4, 0)                                                                                       \
    X(MPI_DOUBLE, FLOATING, 8, 0)                                                                                      \
    X(MPI_LONG_DOUBLE, FLOATING, sizeof(long double), 0)                                                               \
    X(MPI_REAL, FLOATING, 4, 0)                                                                                        \
    X(MPI_DOUBLE_PRECISION, FLOATING, 8, 0)                                                                            \
    X(MPI_REAL4, FLOATING, 4, 0)                                                                                       \
    X(MPI_REAL8, FLOATING, 8, 0)                                                                                       \
    X(MPI_REAL16, FLOATING, 16, 0)                                                                                     \
    X(MPI_C_BOOL, LOGICAL, 1, 0)                                                                                       \
    X(MPI_CXX_BOOL, LOGICAL, 1, 0)                                                                                     \
    X(MPI_LOGICAL, LOGICAL, 4, 0)                                                                                      \
    X(MPI_C_FLOAT_COMPLEX, COMPLEX, 4, 4)                                                                              \
    X(MPI_C_DOUBLE_COMPLEX, COMPLEX, 8, 8)                                                                             \
    X(MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX, sizeof(long double), sizeof(long double))                                    \
    X(MPI_CXX_FLOAT_COMPLEX, COMPLEX, 4, 4)                                                                            \
    X(MPI_CXX_DOUBLE_COMPLEX, COMPLEX, 8, 8)                                                                           \
    X(MPI_CXX_LONG_DOUBLE_COMPLEX, COMPLEX, sizeof(long double), sizeof(long double))                                  \
    X(MPI_COMPLEX, COMPLEX, 4, 4)                                                                                      \
    X(MPI_DOUBLE_COMPLEX, COMPLEX, 8, 8)                                                                               \
    X(MPI_COMPLEX8, COMPLEX, 4, 4)                                                                                     \
    X(MPI_COMPLEX16, COMPLEX, 8, 8)                                                                                    \
    X(MPI_COMPLEX32, COMPLEX, 16, 16)                                                                                  \
    X(MPI_BYTE, BYTE, 1, 0)                                                                                            \
    X(MPI_2INT, PAIR, 4, 4)                                                                                            \
    X(MPI_SHORT_INT, PAIR, 2, 4)                                                                                       \
    X(MPI_LONG_INT, PAIR, sizeof(long), sizeof(long))                                                                  \
    X(MPI_2INTEGER, PAIR, 4, 4)                                                                                        \
    X(MPI_FLOAT_INT, PAIR | FLOATING, 4, 4)                                                                            \
    X(MPI_DOUBLE_INT, PAIR | FLOATING, 8, 8)                                                                           \
    X(MPI_LONG_DOUBLE_INT, PAIR | FLOATING, sizeof(long double), sizeof(long double))                                  \
    X(MPI_2REAL, PAIR | COMPLEX, 4, 4)                                                                                 \
    X(MPI_2DOUBLE_PRECISION, PAIR | COMPLEX, 8, 8)

typedef struct kind {
    MPI_Datatype type;
    const char *name;
    int class; /* PAIR | FLOATING: a float and an int; PAIR | COMPLEX: two floats; PAIR: two integers */
    size_t bytes, second;
    bool quad; /* of 128 bits, where long double may be another */
} kind;

/* ---- Elements ---- */

#ifdef __SIZEOF_FLOAT128__
typedef __float128 quad;
#else
typedef long double quad; /* where it has 128 bits, or there is no such type */
#endif

static void put_float(unsigned char *at, const kind *k, int value) {
    const float f = (float)value;
    const double d = value;
    const long double l = value;
    const quad q = (quad)value;
    const void *from = k->bytes == 4   ? (const void *)&f
                       : k->bytes == 8 ? (const void *)&d
                       : k->quad       ? (const void *)&q
                                       : &l;
    memcpy(at, from, k->bytes);
}

static void put_whole(unsigned char *at, size_t bytes, int value) {
    const int64_t whole = value; /* little-endian, as everything here */
    memcpy(at, &whole, bytes);
}

/* 1 to 3, or a truth: products and sums of a few fit into a byte. */
static void put(unsigned char *at, const kind *k, int i) {
    int value = (i * 5 + world.rank * 7 + i / 3) % 3 + 1, pair = k->class & PAIR;
    if (k->class & LOGICAL)
        value &= 1;
    if (k->class & (FLOATING | COMPLEX))
        put_float(at, k, value);
    else
        put_whole(at, k->bytes, value);
    if (k->class & COMPLEX)
        put_float(at + k->second, k, pair ? world.rank : 1 - value);
    else if (pair)
        put_whole(at + k->second, 4, world.rank);
}

/* ---- Trials ---- */

static _Alignas(64) unsigned char in[K * WIDEST], ours[K * WIDEST], theirs[K * WIDEST];
static unsigned taken, refused;

static int pack(const kind *k, const void *from, unsigned char *to) {
    int at = 0;
    MPI_Pack(from, K, k->type, to, K * WIDEST, &at, MPI_COMM_WORLD);
    return at;
}

/* A long double of 80 bits has 6 bytes beside, which are whatever they are. */
static void blank_padding(const kind *k, unsigned char *packed, int size) {
    enum { USED = 10, WIDE = 16 };
    if (k->quad || k->bytes != WIDE || LDBL_MANT_DIG != 64 || !(k->class & (FLOATING | COMPLEX)))
        return;
    for (int i = 0; i < size; i += size / K) {
        memset(packed + i + USED, 0, WIDE - USED);
        if (k->class & COMPLEX)
            memset(packed + i + WIDE + USED, 0, WIDE - USED);
    }
}

static void same_elements(const kind *k, const char *op, const char *verb) {
    static unsigned char a[K * WIDEST], b[K * WIDEST]; /* without what is between elements */
    int size = pack(k, ours, a);
    pack(k, theirs, b);
    blank_padding(k, a, size);
    blank_padding(k, b, size);
    for (int i = 0; i < size; i++) {
        if (a[i] != b[i]) {
            fail(&world, "%s of %s, %s: byte %d is %d, not %d", op, k->name, verb, i, a[i], b[i]);
            return;
        }
    }
}

static void clear(void) {
    memset(ours, 0, sizeof ours);
    memset(theirs, 0, sizeof theirs);
}

static void try(const kind *k, MPI_Op op, const char *name, int classes) {
    MPI_Aint lb, extent;
    MPI_Type_get_extent(k->type, &lb, &extent);
    memset(in, 0, sizeof in);
    for (int i = 0; i < K; i++)
        put(in + i * extent, k, i);
    clear();
    bool legal = classes & (k->class & PAIR ? PAIR : k->class);
    if (!legal && native.allreduce(in, theirs, K, k->type, op, alone) == MPI_SUCCESS)
        return; /* MPICH takes some more, and fails on some of them */
    int theirs_code = native.allreduce(in, theirs, K, k->type, op, quiet);
    uint64_t before = sent;
    int code = MPI_Allreduce(in, ours, K, k->type, op, quiet);
    if ((code == MPI_SUCCESS) != (theirs_code == MPI_SUCCESS))
        fail(&world, "%s of %s: code %d, natively %d", name, k->name, code, theirs_code);
    refused += theirs_code != MPI_SUCCESS;
    if (theirs_code != MPI_SUCCESS || code != MPI_SUCCESS)
        return;
    same_elements(k, name, "allreduce");
    taken++;
    if (sent == before)
        fail(&world, "%s of %s is not taken", name, k->name);
    clear();
    native.scan(in, theirs, K, k->type, op, quiet);
    MPI_Scan(in, ours, K, k->type, op, quiet);
    same_elements(k, name, "scan");
    clear();
    native.reduce(in, theirs, K, k->type, op, 1, quiet);
    MPI_Reduce(in, ours, K, k->type, op, 1, quiet);
    same_elements(k, name, "reduce");
}

int main(int argc, char **argv) {
    int all = 0;
    MPI_Init(&argc, &argv);
    find_native();
    world = group_of(MPI_COMM_WORLD, "world", 1);
    MPI_Comm_dup(MPI_COMM_WORLD, &quiet);
    MPI_Comm_set_errhandler(quiet, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_SELF, &alone);
    MPI_Comm_set_errhandler(alone, MPI_ERRORS_RETURN);
    const struct {
        MPI_Op op;
        const char *name;
        int classes;
    } ops[] = {
#define OP(op, classes) {op, #op, classes},
        OPS(OP)};
    const kind kinds[] = {
#define KIND(type, class, bytes, second)                                                                               \
    {type, #type, class, bytes, second, (type) == MPI_REAL16 || (type) == MPI_COMPLEX32},
        NUMBERS(KIND)};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (size_t j = 0; j < sizeof ops / sizeof *ops && kinds[i].type != MPI_DATATYPE_NULL; j++)
            try(&kinds[i], ops[j].op, ops[j].name, ops[j].classes);
    }
    int mine = failures;
    native.allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (world.rank == 0)
        printf("types: %u pairs taken, %u refused by MPI, %d failures\n", taken, refused, all);
    MPI_Comm_free(&quiet);
    MPI_Comm_free(&alone);
    MPI_Finalize();
    return all > 0;
}
