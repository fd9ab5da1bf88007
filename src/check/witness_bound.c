/* A bound is two numbers and what proves them. A witness alone does not say what its value counts: one that counts
 * transmissions proves nothing about steps, though both are numbers. */
#include "base/base.h"

#include <inttypes.h>

static int verify(const lb_task *task, uint32_t ports, uint64_t packets, const lb_witness *witness, uint64_t value,
                  lb_why *why) {
    if (witness->value != value)
        return lb_fail(why, LB_ERR_CHECK, "the bound says %" PRIu64 ", its witness %" PRIu64, value, witness->value);
    return lb_witness_verify(task, ports, packets, witness, why);
}

int lb_bound_verify(const lb_task *task, uint32_t ports, uint64_t packets, const lb_bound *bound, lb_why *why) {
    lb_witness_kind total = bound->transmissions_witness.kind;
    if (bound->steps_witness.kind == LB_WITNESS_TOTAL)
        return lb_fail(why, LB_ERR_CHECK, "the witness for steps counts transmissions");
    if (total != LB_WITNESS_TOTAL && total != LB_WITNESS_NONE)
        return lb_fail(why, LB_ERR_CHECK, "the witness for transmissions counts steps");
    int error = verify(task, ports, packets, &bound->steps_witness, bound->steps, why);
    return error ? error : verify(task, ports, packets, &bound->transmissions_witness, bound->transmissions, why);
}
