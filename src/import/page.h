/* A whole file in memory, and sentences about its lines. */
#ifndef LB_IMPORT_PAGE_H
#define LB_IMPORT_PAGE_H

#include "base/values.h"
#include "file/input.h"
#include "linkbound-import.h"

#define LB_PAGE_MAX (UINT64_C(1) << 30) /* bytes of a file of another tool */

typedef struct lb_page {
    char shown[LB_SHOWN_MAX];
    char *bytes; /* a zero after them */
    size_t size;
    lb_why *why;
    lb_imported *out;  /* is told which rule is broken, and where; NULL: nobody asks */
    lb_report *report; /* the same of what holds */
} lb_page;

/* Whether what is read of it can be read again: a file, and no pipe or device. What is not there or a folder counts
 * too, so that who reads it says so. */
bool lb_page_is_lasting(const char *path);

/* Reads a whole file. */
int lb_page_read(lb_page *page, const char *path, lb_why *why);
/* The same of one that is open, from its beginning; no more than `most` bytes, of which LB_PAGE_MAX are too many. */
int lb_page_take(lb_page *page, lb_input *input, uint64_t most, lb_why *why);
/* The same of bytes in memory. */
int lb_page_copy(lb_page *page, const void *bytes, size_t size, lb_why *why);
void lb_page_free(lb_page *page);

/* For lb_values_read: the whole file as a tree of keys and values. */
lb_values lb_page_tree(const lb_page *page);

/* LB_ERR_FORMAT and "FILE:LINE: sentence"; without the line where it is 0. */
int lb_page_fail(const lb_page *page, uint64_t line, const char *format, ...) LB_PRINTF(3, 4);

/* LB_ERR_CHECK and "FILE:LINE: rule: sentence". The rule's name must last. */
int lb_page_broken(const lb_page *page, uint64_t line, const char *rule, const char *format, ...) LB_PRINTF(4, 5);

#endif
