/* What methods are called among the attempts. */
#include "planner/method_name.h"

#include <inttypes.h>
#include <stdio.h>

void lb_method_name(lb_method method, const lb_plan_options *o, lb_plan *const *parts, char *name, size_t size) {
    const char *first = parts && parts[0] ? parts[0]->algorithm : NULL;
    char net[48] = "";
    switch (method.kind) {
    case LB_METHOD_REVERSE: snprintf(name, size, first ? "%.60s reversed" : "reversed", first); break;
    case LB_METHOD_AS:
        snprintf(name, size, "%.40s%sas %s", first ? first : "", first ? " " : "",
                 lb_task_kind_name((lb_task_kind)method.number));
        break;
    case LB_METHOD_HALVES: snprintf(name, size, "two halves"); break;
    case LB_METHOD_JOIN:
        snprintf(name, size, "%.40s, %" PRIu64 "+%" PRIu64 " packets", first ? first : "in parts", method.number,
                 o->packets - method.number);
        break;
    case LB_METHOD_REPEAT:
        snprintf(name, size, "%.40s%sone packet at a time", first ? first : "", first ? ", " : "");
        break;
    case LB_METHOD_TRIM:
        if (first)
            snprintf(name, size, "%.40s, packet %" PRIu64 " of %" PRIu64 " left out", first, method.number + 1,
                     o->packets + 1);
        else
            snprintf(name, size, "a packet more");
        break;
    case LB_METHOD_RENUMBERED:
    case LB_METHOD_SQUARES:
    case LB_METHOD_RINGS:
        if (first)
            lb_net_name(&parts[0]->task->net, net, sizeof net);
        snprintf(name, size, first ? "%.40s on %.47s" : "the same network under another name", first, net);
        break;
    case LB_METHOD_DETOUR:
        snprintf(name, size, "%s, as if a far link were dead",
                 first          ? first
                 : o->algorithm ? o->algorithm
                                : "what suits");
        break;
    case LB_METHOD_STOPS: snprintf(name, size, "%.40s, as if nothing cut through", first ? first : "what suits"); break;
    case LB_METHOD_PORTS:
        snprintf(name, size, "on %" PRIu64 " port%s", method.number, method.number == 1 ? "" : "s");
        break;
    default: snprintf(name, size, "?"); break;
    }
}
