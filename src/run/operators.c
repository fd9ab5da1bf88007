/* The usual operators on the usual types. */
#include "base/base.h"
#include "linkbound-run.h"

#include <string.h>

/* Element i of the result is made of elements i alone, so that they may be made several at a time even where `into` is
 * left or right. Compilers cannot know that; and this file is compiled with -O3, since at -O2 they would not try. */
#if defined __clang__
#define SEVERAL_AT_A_TIME _Pragma("clang loop vectorize(assume_safety)")
#elif defined __GNUC__
#define SEVERAL_AT_A_TIME _Pragma("GCC ivdep")
#else
#define SEVERAL_AT_A_TIME
#endif

/* NOLINTBEGIN(bugprone-macro-parentheses): a type cannot be put in parentheses */
#define OPERATION(name, type, expression)                                                                              \
    static void name(void *user, const void *left, const void *right, void *into, size_t count) {                      \
        const type *l = left, *r = right;                                                                              \
        type *t = into;                                                                                                \
        (void)user;                                                                                                    \
        SEVERAL_AT_A_TIME                                                                                              \
        for (size_t i = 0; i < count; i++) {                                                                           \
            type a = l[i], b = r[i];                                                                                   \
            t[i] = (type)(expression);                                                                                 \
        }                                                                                                              \
    }

/* Of two that are not numbers the processor takes the first, and compilers may exchange summands and factors. So that
 * all ranks have the same bits, wherever an element lies in what they combine, every element goes through the very same
 * instruction: the last ones, where they do not fill a vector, in a vector that they do not fill. */
#if defined __clang__
#define ONE_COPY __attribute__((noinline))
#else
#define ONE_COPY __attribute__((noipa)) /* not a second one, either, for counts that are known */
#endif
#if defined __GNUC__
#define REAL_OPERATION(name, type, operation)                                                                          \
    typedef type name##_vector __attribute__((vector_size(16)));                                                       \
    enum { name##_lanes = 16 / sizeof(type) };                                                                         \
    ONE_COPY static void name##_whole(const type *l, const type *r, type *t, size_t count) {                           \
        for (size_t i = 0; i < count; i += name##_lanes) {                                                             \
            name##_vector a, b;                                                                                        \
            memcpy(&a, l + i, sizeof a);                                                                               \
            memcpy(&b, r + i, sizeof b);                                                                               \
            a = a operation b;                                                                                         \
            memcpy(t + i, &a, sizeof a);                                                                               \
        }                                                                                                              \
    }                                                                                                                  \
    static void name(void *user, const void *left, const void *right, void *into, size_t count) {                      \
        size_t whole = count - count % name##_lanes, rest = (count - whole) * sizeof(type);                            \
        type a[name##_lanes] = {0}, b[name##_lanes] = {0};                                                             \
        (void)user;                                                                                                    \
        name##_whole(left, right, into, whole);                                                                        \
        if (rest == 0)                                                                                                 \
            return;                                                                                                    \
        memcpy(a, (const type *)left + whole, rest);                                                                   \
        memcpy(b, (const type *)right + whole, rest);                                                                  \
        name##_whole(a, b, a, name##_lanes);                                                                           \
        memcpy((type *)into + whole, a, rest);                                                                         \
    }
#else
/* SEVERAL_AT_A_TIME is nothing there */
#define REAL_OPERATION(name, type, operation) OPERATION(name, type, a operation b)
#endif

#define LESS_AND_MORE(suffix, type)                                                                                    \
    OPERATION(min_##suffix, type, b < a ? b : a)                                                                       \
    OPERATION(max_##suffix, type, b > a ? b : a)

/* Signed numbers wrap around: they are added as unsigned ones. */
#define ARITHMETIC(suffix, type, wide)                                                                                 \
    OPERATION(add_##suffix, type, (wide)a + (wide)b)                                                                   \
    OPERATION(multiply_##suffix, type, (wide)a *(wide)b)                                                               \
    LESS_AND_MORE(suffix, type)

#define BITS(suffix, type)                                                                                             \
    OPERATION(and_##suffix, type, a &b)                                                                                \
    OPERATION(or_##suffix, type, a | b)                                                                                \
    OPERATION(xor_##suffix, type, a ^ b)

ARITHMETIC(u8, uint8_t, unsigned)
BITS(u8, uint8_t)
ARITHMETIC(i32, int32_t, uint32_t)
BITS(i32, int32_t)
ARITHMETIC(u32, uint32_t, uint32_t)
BITS(u32, uint32_t)
ARITHMETIC(i64, int64_t, uint64_t)
BITS(i64, int64_t)
ARITHMETIC(u64, uint64_t, uint64_t)
BITS(u64, uint64_t)
REAL_OPERATION(add_f32, float, +)
REAL_OPERATION(multiply_f32, float, *)
LESS_AND_MORE(f32, float)
REAL_OPERATION(add_f64, double, +)
REAL_OPERATION(multiply_f64, double, *)
LESS_AND_MORE(f64, double)
/* NOLINTEND(bugprone-macro-parentheses) */

#define WHOLE(s)                                                                                                       \
    { add_##s, multiply_##s, min_##s, max_##s, and_##s, or_##s, xor_##s }
#define REAL(s)                                                                                                        \
    { add_##s, multiply_##s, min_##s, max_##s, NULL, NULL, NULL }

static const struct {
    size_t size;
    lb_combine by[LB_REDUCTIONS];
} types[LB_TYPES] = {
    [LB_U8] = {1, WHOLE(u8)},   [LB_I32] = {4, WHOLE(i32)}, [LB_U32] = {4, WHOLE(u32)}, [LB_I64] = {8, WHOLE(i64)},
    [LB_U64] = {8, WHOLE(u64)}, [LB_F32] = {4, REAL(f32)},  [LB_F64] = {8, REAL(f64)},
};

int lb_operator_of(lb_type type, lb_reduction reduction, lb_operator *op) {
    if ((unsigned)type >= LB_TYPES || (unsigned)reduction >= LB_REDUCTIONS || !types[type].by[reduction])
        return LB_ERR_ARG;
    *op = (lb_operator){types[type].by[reduction], NULL, types[type].size};
    return LB_OK;
}
