/* Values of MSCCL++ plans, and acts that are made of them. */
#include "import/mscclpp_values.h"

#include <inttypes.h>

int lb_mpp_missing(const lb_mpp *r, uint32_t set, const char *key) {
    return lb_page_fail(r->page, lb_values_line(&r->tree, set), "\"%s\" is missing here", key);
}

int lb_mpp_type(const lb_mpp *r, uint32_t set, uint32_t item, unsigned *type) {
    *type = item && lb_values_is(&r->tree, item, "port") ? LB_MPP_PORT : LB_MPP_MEMORY;
    if (item && (*type == LB_MPP_PORT || lb_values_is(&r->tree, item, "memory")))
        return LB_OK;
    return lb_fail(r->page->why, LB_ERR_UNSUPPORTED, "%s:%" PRIu32 ": of channels, \"memory\" and \"port\" are read",
                   r->page->shown, lb_values_line(&r->tree, set));
}

lb_act *lb_mpp_act(lb_mpp *r, uint32_t line, uint32_t count) {
    lb_act *act = lb_acts_act(r->a);
    if (!act)
        return NULL;
    r->a->thread[r->a->threads - 1].acts++;
    act->line = line;
    act->count = count;
    return act;
}
