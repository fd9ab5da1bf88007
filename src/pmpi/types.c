/* Types and operators: what MPI takes. */
#include "pmpi/shim.h"

bool lb_type_bytes(MPI_Datatype type, int64_t count, uint64_t *bytes) {
    MPI_Count size = 0;
    if (type == MPI_DATATYPE_NULL || count < 0 || PMPI_Type_size_x(type, &size) != MPI_SUCCESS || size < 0)
        return false;
    return !__builtin_mul_overflow((uint64_t)size, (uint64_t)count, bytes);
}

/* A null pointer is MPI_BOTTOM where the type has addresses in it, and a mistake elsewhere. */
bool lb_buffer_there(const void *buffer, MPI_Datatype type) {
    int integers, addresses, types, combiner;
    return buffer || (PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner) == MPI_SUCCESS &&
                      combiner != MPI_COMBINER_NAMED);
}

/* ---- Reductions ----
 *
 * Which predefined operators take which predefined types the standard says by classes. Some types are there only where
 * a Fortran compiler has them, and not for all operators, so MPI itself is asked once for all that the standard allows.
 */

enum { INTEGER = 1, FLOATING = 2, LOGICAL = 4, COMPLEX = 8, BYTE = 16, PAIR = 32 };
enum { OPS = 12, TYPES = 80 };

static struct {
    MPI_Datatype type;
    unsigned ops; /* a bit for each that takes it */
} types[TYPES];
static unsigned type_count;
static MPI_Op ops[OPS];

/* Types that this MPI has not are null there. */
static void add_types(const MPI_Datatype *list, size_t count, unsigned class) {
    for (size_t i = 0; i < count && type_count < TYPES; i++) {
        if (list[i] != MPI_DATATYPE_NULL) {
            types[type_count].type = list[i];
            types[type_count++].ops = class;
        }
    }
}
#define ADD(class, ...)                                                                                                \
    do {                                                                                                               \
        const MPI_Datatype list[] = {__VA_ARGS__};                                                                     \
        add_types(list, sizeof list / sizeof list[0], class); /* NOLINT(bugprone-sizeof-expression) */                 \
    } while (0)

static void list_types(void) {
    type_count = 0;
    ADD(FLOATING, MPI_DOUBLE, MPI_FLOAT, MPI_LONG_DOUBLE, MPI_REAL, MPI_DOUBLE_PRECISION, MPI_REAL4, MPI_REAL8,
        MPI_REAL16);
    ADD(INTEGER, MPI_INT, MPI_LONG, MPI_LONG_LONG, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_UNSIGNED, MPI_UNSIGNED_LONG,
        MPI_UNSIGNED_LONG_LONG, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_INT8_T, MPI_INT16_T, MPI_INT32_T, MPI_INT64_T,
        MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T, MPI_AINT, MPI_OFFSET, MPI_COUNT);
    ADD(INTEGER, MPI_INTEGER, MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8);
    ADD(LOGICAL, MPI_C_BOOL, MPI_CXX_BOOL, MPI_LOGICAL);
    ADD(COMPLEX, MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX, MPI_CXX_FLOAT_COMPLEX,
        MPI_CXX_DOUBLE_COMPLEX, MPI_CXX_LONG_DOUBLE_COMPLEX, MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_COMPLEX8,
        MPI_COMPLEX16, MPI_COMPLEX32);
    ADD(BYTE, MPI_BYTE);
    ADD(PAIR, MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT, MPI_SHORT_INT, MPI_LONG_DOUBLE_INT, MPI_2INTEGER,
        MPI_2REAL, MPI_2DOUBLE_PRECISION);
#ifdef MPI_INTEGER16
    ADD(INTEGER, MPI_INTEGER16);
#endif
#ifdef MPI_REAL2
    ADD(FLOATING, MPI_REAL2);
#endif
#ifdef MPI_COMPLEX4
    ADD(COMPLEX, MPI_COMPLEX4);
#endif
#ifdef MPI_LOGICAL1
    ADD(LOGICAL, MPI_LOGICAL1, MPI_LOGICAL2, MPI_LOGICAL4, MPI_LOGICAL8);
#endif
}

/* Of one element, by a process alone, where errors are returned. */
static bool takes(MPI_Op op, MPI_Datatype type) {
    _Alignas(64) char one[256] = {0}, result[256];
    return lb_native.allreduce(one, result, 1, type, op, MPI_COMM_SELF) == MPI_SUCCESS;
}

/* The bits of the operators for that of the class. */
static unsigned ops_of(MPI_Datatype type, unsigned class) {
    static const unsigned classes[OPS] = {INTEGER | FLOATING | COMPLEX,
                                          INTEGER | FLOATING,
                                          INTEGER | FLOATING,
                                          INTEGER | FLOATING | COMPLEX,
                                          INTEGER | LOGICAL,
                                          INTEGER | LOGICAL,
                                          INTEGER | LOGICAL,
                                          INTEGER | BYTE,
                                          INTEGER | BYTE,
                                          INTEGER | BYTE,
                                          PAIR,
                                          PAIR};
    unsigned bits = 0;
    for (unsigned i = 0; i < OPS; i++)
        bits |= (unsigned)(classes[i] & class && takes(ops[i], type)) << i;
    return bits;
}

void lb_types_open(void) {
    const MPI_Op all[OPS] = {MPI_SUM,  MPI_MAX,  MPI_MIN, MPI_PROD, MPI_LAND,   MPI_LOR,
                             MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};
    MPI_Errhandler before;
    for (unsigned i = 0; i < OPS; i++)
        ops[i] = all[i];
    list_types();
    if (PMPI_Comm_get_errhandler(MPI_COMM_SELF, &before) != MPI_SUCCESS) {
        type_count = 0;
        return;
    }
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (unsigned i = 0; i < type_count; i++)
        types[i].ops = ops_of(types[i].type, types[i].ops);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, before);
    PMPI_Errhandler_free(&before);
}

bool lb_op_combines(MPI_Op op, MPI_Datatype type) {
    unsigned i = 0;
    if (op == MPI_OP_NULL || op == MPI_REPLACE || op == MPI_NO_OP || type == MPI_DATATYPE_NULL)
        return false;
    while (i < OPS && ops[i] != op)
        i++;
    if (i == OPS)
        return true; /* a user's: it takes what the user gives it */
    for (unsigned j = 0; j < type_count; j++) {
        if (types[j].type == type)
            return types[j].ops >> i & 1;
    }
    return false;
}
