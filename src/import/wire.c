/* Fields of protocol buffers: see wire.h. */
#include "import/wire.h"

int lb_wire_next(lb_wire *w, lb_wire_field *field) {
    uint64_t key = 0, length = 0;
    if (w->at == w->end)
        return 0;
    if (!lb_wire_number(w, &key) || key >> 3 == 0)
        return -1;
    field->number = key >> 3;
    field->type = (lb_wire_type)(key & 7);
    switch (field->type) {
    case LB_WIRE_NUMBER: return lb_wire_number(w, &field->value) ? 1 : -1;
    case LB_WIRE_LONG: length = 8; break;
    case LB_WIRE_SHORT: length = 4; break;
    case LB_WIRE_BYTES:
        if (!lb_wire_number(w, &length))
            return -1;
        break;
    default: return -1;
    }
    if (length > (uint64_t)(w->end - w->at))
        return -1;
    field->bytes = (lb_wire){w->at, w->at + length};
    w->at += length;
    return 1;
}
