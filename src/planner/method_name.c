/* What methods are called among the attempts. */
#include "planner/method_name.h"

#include "planner/kin.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 63 }; /* for the name of a plan's algorithm */

/* What is too long is cut between the names that it is made of. */
static void on_another(const char *first, const char *net, char *name, size_t size) {
    size_t room = ROOM - strlen(" on ") - (strlen(net) < ROOM / 2 ? strlen(net) : ROOM / 2), cut = strlen(first);
    while (cut > room) {
        do
            cut--;
        while (cut > 0 && first[cut] != ',' && strncmp(first + cut, " on ", 4) != 0);
    }
    snprintf(name, size, "%.*s on %.47s", (int)(cut > 0 ? cut : room), first, net);
}

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
    case LB_METHOD_INNER:
    case LB_METHOD_RENUMBERED:
    case LB_METHOD_SQUARES:
    case LB_METHOD_RINGS:
        if (first)
            lb_net_name(&parts[0]->task->net, net, sizeof net);
        if (first)
            on_another(first, net, name, size);
        else
            snprintf(name, size,
                     method.kind == LB_METHOD_INNER ? "on a torus in it" : "the same network under another name");
        break;
    case LB_METHOD_DETOUR:
        snprintf(name, size, "%s, as if a far link were dead",
                 first          ? first
                 : o->algorithm ? o->algorithm
                                : "what suits");
        break;
    case LB_METHOD_CYCLE: snprintf(name, size, "%.40s%sround a ring", first ? first : "", first ? ", " : ""); break;
    case LB_METHOD_STOPS: snprintf(name, size, "%.40s, as if nothing cut through", first ? first : "what suits"); break;
    case LB_METHOD_KIN:
        if (first)
            lb_net_name(&parts[0]->task->net, net, sizeof net);
        if (method.number == LB_KIN_EVEN)
            snprintf(name, size, "%.40s, as if all links were slow", first ? first : "what suits");
        else if (first)
            on_another(first, net, name, size);
        else
            snprintf(name, size, "%s dimensions first", method.number == LB_KIN_RISING ? "short" : "long");
        break;
    case LB_METHOD_PORTS:
        snprintf(name, size, "on %" PRIu64 " port%s", method.number, method.number == 1 ? "" : "s");
        break;
    default: snprintf(name, size, "?"); break;
    }
}
