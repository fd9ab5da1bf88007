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

/* Classes of types, as the standard has them for the predefined operators. */
enum { INTEGER = 1, FLOATING = 2, LOGICAL = 4, COMPLEX = 8, BYTE = 16, PAIR = 32 };

static int integer_class(MPI_Datatype type) {
    const MPI_Datatype integers[] = {MPI_INT,
                                     MPI_LONG,
                                     MPI_SHORT,
                                     MPI_UNSIGNED_SHORT,
                                     MPI_UNSIGNED,
                                     MPI_LONG_LONG,
                                     MPI_UNSIGNED_LONG,
                                     MPI_UNSIGNED_CHAR,
                                     MPI_UNSIGNED_LONG_LONG,
                                     MPI_SIGNED_CHAR,
                                     MPI_INT8_T,
                                     MPI_INT16_T,
                                     MPI_INT32_T,
                                     MPI_INT64_T,
                                     MPI_UINT8_T,
                                     MPI_UINT16_T,
                                     MPI_UINT32_T,
                                     MPI_UINT64_T,
                                     MPI_AINT,
                                     MPI_OFFSET,
                                     MPI_COUNT,
                                     MPI_INTEGER};
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) { /* NOLINT(bugprone-sizeof-expression) */
        if (integers[i] == type)
            return INTEGER;
    }
    return 0;
}

static int other_class(MPI_Datatype type) {
    const struct {
        MPI_Datatype type;
        int class;
    } table[] = {
        {MPI_FLOAT, FLOATING},
        {MPI_DOUBLE, FLOATING},
        {MPI_LONG_DOUBLE, FLOATING},
        {MPI_REAL, FLOATING},
        {MPI_DOUBLE_PRECISION, FLOATING},
        {MPI_LOGICAL, LOGICAL},
        {MPI_C_BOOL, LOGICAL},
        {MPI_COMPLEX, COMPLEX},
        {MPI_C_FLOAT_COMPLEX, COMPLEX},
        {MPI_BYTE, BYTE},
        {MPI_C_DOUBLE_COMPLEX, COMPLEX},
        {MPI_DOUBLE_COMPLEX, COMPLEX},
        {MPI_FLOAT_INT, PAIR},
        {MPI_DOUBLE_INT, PAIR},
        {MPI_LONG_INT, PAIR},
        {MPI_2INT, PAIR},
        {MPI_SHORT_INT, PAIR},
        {MPI_LONG_DOUBLE_INT, PAIR},
        {MPI_2INTEGER, PAIR},
        {MPI_2REAL, PAIR},
        {MPI_2DOUBLE_PRECISION, PAIR},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].type == type)
            return table[i].class;
    }
    return 0;
}

static int classes_of(MPI_Op op) {
    const struct {
        MPI_Op op;
        int classes;
    } table[] = {
        {MPI_MAX, INTEGER | FLOATING},
        {MPI_MIN, INTEGER | FLOATING},
        {MPI_SUM, INTEGER | FLOATING | COMPLEX},
        {MPI_PROD, INTEGER | FLOATING | COMPLEX},
        {MPI_LAND, INTEGER | LOGICAL},
        {MPI_LOR, INTEGER | LOGICAL},
        {MPI_LXOR, INTEGER | LOGICAL},
        {MPI_BAND, INTEGER | BYTE},
        {MPI_BOR, INTEGER | BYTE},
        {MPI_BXOR, INTEGER | BYTE},
        {MPI_MAXLOC, PAIR},
        {MPI_MINLOC, PAIR},
        {MPI_REPLACE, 0},
        {MPI_NO_OP, 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].op == op)
            return table[i].classes;
    }
    return -1; /* a user's: it takes what the user gives it */
}

bool lb_op_combines(MPI_Op op, MPI_Datatype type) {
    if (op == MPI_OP_NULL || type == MPI_DATATYPE_NULL)
        return false;
    int classes = classes_of(op);
    return classes < 0 || classes & (integer_class(type) | other_class(type));
}
