/* A reader for the XML that schedules are written in: elements and attributes, one after another, from memory. No page,
 * no entities, no document types; what these would be is refused, so that nothing can grow or reach out. */
#ifndef LB_XML_H
#define LB_XML_H

#include "import/page.h"

enum { LB_XML_ATTRIBUTES = 32, LB_XML_DEPTH = 16, LB_XML_NAME = 64, LB_XML_VALUE = 4096, LB_XML_HINTS = 32 };

/* A stretch of the file. */
typedef struct lb_slice {
    const char *at;
    uint32_t length;
} lb_slice;

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
    unsigned usual;             /* while attributes are read: the first so many keys are still the last element's */
    uint8_t hint[LB_XML_HINTS]; /* where a key was found the last time */
} lb_xml;

typedef enum lb_xml_event { LB_XML_END_OF_FILE, LB_XML_BEGIN, LB_XML_END } lb_xml_event;

void lb_xml_open(lb_xml *xml, const lb_page *page);

/* The next event, or a negative lb_error. After one the end of the file comes only when every element has ended. */
int lb_xml_next(lb_xml *xml);

bool lb_xml_is(const lb_xml *xml, const char *name);

/* An attribute's value; NULL: the element has none of this name. */
const lb_slice *lb_xml_find(lb_xml *xml, const char *key);

/* An attribute that must be there and be a whole number from least to most. 0, or a negative lb_error. */
int lb_xml_number(lb_xml *xml, const char *key, int64_t least, int64_t most, int64_t *number);

/* After a beginning: passes over all within it, and its end. */
int lb_xml_skip(lb_xml *xml);

/* The next element within the one that is open, of this name; others are passed over. 1: it began; 0: the outer one has
 * ended. */
int lb_xml_inside(lb_xml *xml, const char *name);

bool lb_slice_is(const lb_slice *slice, const char *page);

#endif
