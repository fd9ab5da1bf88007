/* What the parts of the reader share: keys, and room for a packet's items. */
#include "file/reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int lb_reader_find_key(lb_json *json, char *text, size_t size, const char *const *names, unsigned count, uint32_t *seen,
                       lb_why *wrong) {
    size_t length;
    wrong->text[0] = '\0';
    if (!lb_json_string(json, "a key", text, size, &length))
        return -1;
    if (text[0] == '_')
        return (int)count;
    for (unsigned k = 0; k < count; k++) {
        if (length != strlen(names[k]) || memcmp(text, names[k], length) != 0)
            continue;
        if (*seen & (UINT32_C(1) << k)) {
            snprintf(wrong->text, sizeof wrong->text, "the key \"%s\" comes twice", names[k]);
            return -1;
        }
        *seen |= UINT32_C(1) << k;
        return (int)k;
    }
    for (char *p = text; *p; p++) {
        if (*p < 0x20 || *p > 0x7E)
            *p = '?';
    }
    snprintf(wrong->text, sizeof wrong->text, "the key \"%s%s\" is not known", text, length >= size ? "..." : "");
    return -1;
}

int lb_reader_key(lb_json *json, char *text, size_t size, const char *const *names, unsigned count, uint32_t *seen) {
    lb_why wrong;
    int k = lb_reader_find_key(json, text, size, names, count, seen, &wrong);
    if (*wrong.text)
        lb_json_fail(json, "%s", wrong.text);
    return k;
}

bool lb_reader_more_items(lb_reader *reader, uint64_t have) {
    lb_json *json = &reader->json;
    uint64_t grown = reader->item_room < 8 ? 8 : 2 * reader->item_room; /* as lb_grow does */
    if (have >= reader->item_room && grown * sizeof *reader->items > reader->memory) {
        lb_json_fail(json, "the packet needs more than the %" PRIu64 " bytes of memory allowed", reader->memory);
        json->error = LB_ERR_SIZE;
        return false;
    }
    void *items = reader->items;
    int error = lb_grow(&items, &reader->item_room, have + 1, sizeof *reader->items);
    reader->items = items;
    if (error) {
        json->error = lb_fail_memory(json->why, "a packet's list of blocks");
        return false;
    }
    return true;
}
