/* Nodes in messages about a file: by the names that they have there. What the network says of itself has numbers,
 * "nodes 3, 4 are cut off from the others", which are put into names. */
#include "net/graph_names.h"

#include <stdlib.h>
#include <string.h>

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* What follows a number and leads to another of the same list, and not to how many are left out: its length, or 0. */
static size_t glue(const char *text) {
    size_t length = begins(text, ", ") ? 2 : begins(text, " and ") ? 5 : 0;
    const char *end = text + length;
    while (length && is_digit(*end))
        end++;
    return end == text + length || begins(end, " more") ? 0 : length;
}

void lb_name_nodes(const char *text, lb_node_name *name, const void *of, lb_why *named) {
    size_t length = 0, most = sizeof named->text - 1;
    bool naming = false;
    char called[64];
    while (*text && length < most) {
        if (begins(text, "node ") || begins(text, "nodes "))
            naming = true;
        size_t word = naming && is_digit(*text) ? strspn(text, "0123456789") : 0;
        if (!word) {
            named->text[length++] = *text++;
            continue;
        }
        name(of, (uint32_t)strtoul(text, NULL, 10), called, sizeof called);
        text += word;
        size_t between = glue(text);
        int written = snprintf(named->text + length, most + 1 - length, "%s%.*s", called, (int)between, text);
        length = length + (size_t)written < most ? length + (size_t)written : most;
        text += between;
        naming = between > 0;
    }
    named->text[length] = '\0';
}
