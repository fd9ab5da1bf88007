/* Files' names and what the system says of them, in sentences. */
#define _XOPEN_SOURCE 700
#include "base/shown.h"

#include <stdio.h>
#include <string.h>

void lb_show_path(const char *path, char shown[LB_SHOWN_MAX]) {
    size_t length = strlen(path), out = 0;
    const char *from = path;
    if (length >= LB_SHOWN_MAX) {
        from += length - (LB_SHOWN_MAX - 4);
        while (((unsigned char)*from & 0xC0) == 0x80)
            from++; /* never the second half of a character */
        memcpy(shown, "...", 3);
        out = 3;
    }
    for (; *from; from++)
        shown[out++] = (unsigned char)*from < 0x20 || *from == 0x7F ? '?' : *from;
    shown[out] = '\0';
}

int lb_fail_system(lb_why *why, const char *shown, const char *verb, int number) {
    char text[96];
    if (strerror_r(number, text, sizeof text))
        snprintf(text, sizeof text, "system error %d", number);
    return lb_fail(why, LB_ERR_IO, "%s: cannot be %s: %s", shown, verb, text);
}
