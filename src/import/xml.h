/* A reader for the XML that schedules are written in: elements and attributes, one after another, from memory. No page,
 * no entities, no document types; what these would be is refused, so that nothing can grow or reach out. */
#ifndef LB_XML_H
#define LB_XML_H

#include "import/page.h"

#include <string.h>

enum { LB_XML_ATTRIBUTES = 32, LB_XML_DEPTH = 16, LB_XML_NAME = 64, LB_XML_VALUE = 4096, LB_XML_HINTS = 32 };

/* A stretch of the file. */
typedef struct lb_slice {
    const char *at;
    uint32_t length;
} lb_slice;

/* Where a key was found the last time, among attributes of such a shape. */
typedef struct lb_xml_hint {
    const char *key;
    uint32_t shape, at; /* LB_XML_ATTRIBUTES: there is none of it */
} lb_xml_hint;

typedef struct lb_xml {
    const lb_page *page;
    const char *at, *end;
    uint32_t line;  /* where the reader is */
    uint32_t began; /* the line on which the element begins */
    unsigned depth; /* elements that are open, this one with them */
    lb_slice open[LB_XML_DEPTH];
    lb_slice name; /* of the element that began or ended */
    bool empty;    /* it ended where it began: its end comes next */
    unsigned count;
    lb_slice key[LB_XML_ATTRIBUTES], value[LB_XML_ATTRIBUTES];
    lb_slice lead[LB_XML_ATTRIBUTES]; /* what stands before a value, with its quote; of length 0: lines end there */
    unsigned usual; /* while attributes are read: the first so many are still written as the last element's */
    uint32_t shape; /* another when the keys are others than the last element's */
    lb_xml_hint hint[LB_XML_HINTS];
} lb_xml;

typedef enum lb_xml_event { LB_XML_END_OF_FILE, LB_XML_BEGIN, LB_XML_END } lb_xml_event;

void lb_xml_open(lb_xml *xml, const lb_page *page);

/* The next event, or a negative lb_error. After one the end of the file comes only when every element has ended. */
int lb_xml_next(lb_xml *xml);

/* Most names differ in their length or their first letter. Here, so that of known ones no length is counted. */
static inline bool lb_slice_is(const lb_slice *slice, const char *text) {
    size_t length = strlen(text);
    return slice->length == length && (length == 0 || slice->at[0] == text[0]) && memcmp(slice->at, text, length) == 0;
}

static inline bool lb_xml_is(const lb_xml *xml, const char *name) {
    return lb_slice_is(&xml->name, name);
}

void lb_xml_look(const lb_xml *xml, const char *key, lb_xml_hint *hint);

/* An attribute's value; NULL: the element has none of this name. What the key points to must never change: where it was
 * found is kept for the elements that are written alike. */
static inline const lb_slice *lb_xml_find(lb_xml *xml, const char *key) {
    size_t length = strlen(key);
    unsigned sum = 3U * (unsigned char)key[0] + 3U * (unsigned char)key[length / 2] + (unsigned)length;
    lb_xml_hint *hint = &xml->hint[sum % LB_XML_HINTS]; /* the keys of MSCCL's steps have each their own */
    if (hint->key != key || hint->shape != xml->shape)
        lb_xml_look(xml, key, hint);
    return hint->at < xml->count ? &xml->value[hint->at] : NULL;
}

/* An attribute that must be there and be a whole number from least to most. 0, or a negative lb_error. */
int lb_xml_whole(const lb_xml *xml, const lb_slice *value, const char *key, int64_t least, int64_t most,
                 int64_t *number);
static inline int lb_xml_number(lb_xml *xml, const char *key, int64_t least, int64_t most, int64_t *number) {
    return lb_xml_whole(xml, lb_xml_find(xml, key), key, least, most, number);
}

/* After a beginning: passes over all within it, and its end. */
int lb_xml_skip(lb_xml *xml);

/* The next element within the one that is open, of this name; others are passed over. 1: it began; 0: the outer one has
 * ended. */
int lb_xml_inside(lb_xml *xml, const char *name);

#endif
