/* The usual operators on the usual types. */
#include "base/base.h"
#include "linkbound-run.h"

/* NOLINTBEGIN(bugprone-macro-parentheses): a type cannot be put in parentheses */
#define OPERATION(name, type, expression)                                                                              \
    static void name(void *user, const void *left, const void *right, void *into, size_t count) {                      \
        const type *l = left, *r = right;                                                                              \
        type *t = into;                                                                                                \
        (void)user;                                                                                                    \
        for (size_t i = 0; i < count; i++) {                                                                           \
            type a = l[i], b = r[i];                                                                                   \
            t[i] = (type)(expression);                                                                                 \
        }                                                                                                              \
    }

/* Signed numbers wrap around: they are added as unsigned ones. */
#define ARITHMETIC(suffix, type, wide)                                                                                 \
    OPERATION(add_##suffix, type, (wide)a + (wide)b)                                                                   \
    OPERATION(multiply_##suffix, type, (wide)a *(wide)b)                                                               \
    OPERATION(min_##suffix, type, b < a ? b : a)                                                                       \
    OPERATION(max_##suffix, type, b > a ? b : a)

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
ARITHMETIC(f32, float, float)
ARITHMETIC(f64, double, double)
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
