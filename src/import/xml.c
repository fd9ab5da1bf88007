/* Elements and attributes: see xml.h. */
#include "import/xml.h"

#include <inttypes.h>
#include <string.h>

void lb_xml_open(lb_xml *xml, const lb_page *page) {
    *xml = (lb_xml){.page = page, .at = page->bytes, .end = page->bytes + page->size, .line = 1};
}

/* Most names differ in their length or their first letter. */
static inline bool is_same(const lb_slice *slice, const char *text, size_t length) {
    return slice->length == length && (length == 0 || slice->at[0] == text[0]) && memcmp(slice->at, text, length) == 0;
}

bool lb_slice_is(const lb_slice *slice, const char *text) {
    return is_same(slice, text, strlen(text));
}

bool lb_xml_is(const lb_xml *xml, const char *name) {
    return lb_slice_is(&xml->name, name);
}

static int fail(const lb_xml *xml, const char *sentence) {
    return lb_page_fail(xml->page, xml->line, "%s", sentence);
}

static void pass_blanks(lb_xml *xml) {
    for (; xml->at < xml->end && (*xml->at == ' ' || (*xml->at >= '\t' && *xml->at <= '\r')); xml->at++)
        xml->line += *xml->at == '\n';
}

static bool begins(const lb_xml *xml, const char *text) {
    size_t length = strlen(text);
    return (size_t)(xml->end - xml->at) >= length && memcmp(xml->at, text, length) == 0;
}

/* Goes behind the next such text. */
static int pass_to(lb_xml *xml, const char *text) {
    for (; xml->at < xml->end; xml->at++) {
        if (begins(xml, text)) {
            xml->at += strlen(text);
            return LB_OK;
        }
        xml->line += *xml->at == '\n';
    }
    return fail(xml, "a comment or an instruction does not end");
}

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || c == ':';
}

static int take_name(lb_xml *xml, lb_slice *name) {
    const char *at = xml->at;
    while (xml->at < xml->end && is_name(*xml->at) && xml->at - at <= LB_XML_NAME)
        xml->at++;
    *name = (lb_slice){at, (uint32_t)(xml->at - at)};
    if (name->length == 0)
        return fail(xml, "not XML: a name belongs here");
    return name->length > LB_XML_NAME ? fail(xml, "a name is longer than 64 characters") : LB_OK;
}

static int take_value(lb_xml *xml, lb_slice *value) {
    char quote = xml->at < xml->end ? *xml->at : '\0';
    if (quote != '"' && quote != '\'')
        return fail(xml, "not XML: a value in quotes belongs here");
    const char *at = ++xml->at, *p = at, *end = xml->end - at > LB_XML_VALUE ? at + LB_XML_VALUE : xml->end;
    while (p < end && *p != quote && *p != '&' && *p != '<' && (unsigned char)*p >= ' ')
        p++;
    if (p == end)
        return fail(xml, end == xml->end ? "the file ends within a value" : "a value is longer than 4096 bytes");
    if (*p == '&' || *p == '<')
        return fail(xml, "entities and tags in values are not read");
    if (*p != quote)
        return fail(xml, "a value has a control character, or does not end on its line");
    *value = (lb_slice){at, (uint32_t)(p - at)};
    xml->at = p + 1;
    return LB_OK;
}

/* A name that is none of those before. Most elements have the attributes of the one before, in the same order. */
static int take_key(lb_xml *xml, lb_slice *key) {
    if (xml->count < xml->usual && (size_t)(xml->end - xml->at) > key->length && xml->at[key->length] == '=' &&
        memcmp(xml->at, key->at, key->length) == 0) {
        key->at = xml->at;
        xml->at += key->length;
        return LB_OK;
    }
    xml->usual = 0;
    int error = take_name(xml, key);
    for (unsigned k = 0; k < xml->count && !error; k++) {
        if (is_same(&xml->key[k], key->at, key->length))
            error = fail(xml, "an attribute comes twice");
    }
    return error;
}

static int take_attribute(lb_xml *xml) {
    if (xml->count == LB_XML_ATTRIBUTES)
        return fail(xml, "an element has more than 32 attributes");
    int error = take_key(xml, &xml->key[xml->count]);
    if (error)
        return error;
    pass_blanks(xml);
    if (xml->at == xml->end || *xml->at++ != '=')
        return fail(xml, "not XML: '=' belongs after an attribute's name");
    pass_blanks(xml);
    error = take_value(xml, &xml->value[xml->count]);
    xml->count += !error;
    return error;
}

static int take_begin(lb_xml *xml) {
    xml->began = xml->line;
    xml->usual = xml->count;
    xml->count = 0;
    if (xml->depth == LB_XML_DEPTH)
        return fail(xml, "elements are nested more than 16 deep");
    int error = take_name(xml, &xml->name);
    while (!error) {
        pass_blanks(xml);
        if (begins(xml, "/>") || begins(xml, ">")) {
            xml->empty = *xml->at == '/';
            xml->at += xml->empty ? 2 : 1;
            xml->open[xml->depth++] = xml->name;
            return LB_XML_BEGIN;
        }
        error = xml->at == xml->end ? fail(xml, "the file ends within a tag") : take_attribute(xml);
    }
    return error;
}

static int end_element(lb_xml *xml) {
    xml->name = xml->open[--xml->depth];
    return LB_XML_END;
}

static int take_end(lb_xml *xml) {
    lb_slice name;
    int error = take_name(xml, &name);
    if (error)
        return error;
    pass_blanks(xml);
    if (xml->at == xml->end || *xml->at++ != '>')
        return fail(xml, "not XML: '>' belongs here");
    if (xml->depth == 0 || xml->open[xml->depth - 1].length != name.length ||
        memcmp(xml->open[xml->depth - 1].at, name.at, name.length) != 0)
        return fail(xml, "an end without a beginning, or of another element");
    return end_element(xml);
}

int lb_xml_next(lb_xml *xml) {
    if (xml->empty) {
        xml->empty = false;
        return end_element(xml);
    }
    for (int error = LB_OK;;) {
        pass_blanks(xml);
        if (xml->at == xml->end)
            return xml->depth ? fail(xml, "the file ends within an element") : LB_XML_END_OF_FILE;
        if (begins(xml, "<!--"))
            error = pass_to(xml, "-->");
        else if (begins(xml, "<?"))
            error = pass_to(xml, "?>");
        else if (begins(xml, "<!"))
            return fail(xml, "document types and entities are not read");
        else if (*xml->at != '<')
            return fail(xml, "text between elements is not read");
        else
            break;
        if (error)
            return error;
    }
    xml->at++;
    bool end = begins(xml, "/");
    xml->at += end;
    return end ? take_end(xml) : take_begin(xml);
}

const lb_slice *lb_xml_find(lb_xml *xml, const char *key) {
    size_t length = strlen(key);
    uint8_t *hint = &xml->hint[((unsigned char)key[0] * 5 + (unsigned char)key[length / 2] + length) % LB_XML_HINTS];
    if (*hint < xml->count && is_same(&xml->key[*hint], key, length))
        return &xml->value[*hint];
    for (unsigned k = 0; k < xml->count; k++) {
        if (is_same(&xml->key[k], key, length)) {
            *hint = (uint8_t)k;
            return &xml->value[k];
        }
    }
    return NULL;
}

int lb_xml_number(lb_xml *xml, const char *key, int64_t least, int64_t most, int64_t *number) {
    const lb_slice *value = lb_xml_find(xml, key);
    if (!value)
        return lb_page_fail(xml->page, xml->began, "<%.*s> has no %s", (int)xml->name.length, xml->name.at, key);
    uint32_t k = value->length > 1 && value->at[0] == '-';
    bool negative = k > 0, digits = value->length > k && value->length < 18;
    int64_t n = 0;
    for (; digits && k < value->length; k++) {
        digits = value->at[k] >= '0' && value->at[k] <= '9';
        n = n * 10 + (value->at[k] - '0');
    }
    if (!digits)
        return lb_page_fail(xml->page, xml->began, "%s is not a whole number", key);
    *number = negative ? -n : n;
    if (*number < least || *number > most)
        return lb_page_fail(xml->page, xml->began, "%s is %" PRId64 ", not from %" PRId64 " to %" PRId64, key, *number,
                            least, most);
    return LB_OK;
}

int lb_xml_skip(lb_xml *xml) {
    unsigned depth = xml->depth;
    int event = LB_XML_BEGIN;
    while (event > 0 && (event != LB_XML_END || xml->depth >= depth))
        event = lb_xml_next(xml);
    return event < 0 ? event : LB_OK;
}

int lb_xml_inside(lb_xml *xml, const char *name) {
    for (;;) {
        int event = lb_xml_next(xml);
        if (event <= 0)
            return event;
        if (event == LB_XML_END)
            return 0;
        if (lb_xml_is(xml, name))
            return 1;
        int error = lb_xml_skip(xml);
        if (error)
            return error;
    }
}
