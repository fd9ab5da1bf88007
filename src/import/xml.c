/* Elements and attributes: see xml.h. */
#include "import/xml.h"

#include "base/same.h"

#include <inttypes.h>
#include <string.h>

void lb_xml_open(lb_xml *xml, const lb_page *page) {
    *xml = (lb_xml){.page = page, .at = page->bytes, .end = page->bytes + page->size, .line = 1};
}

static bool is_same(const lb_slice *a, const lb_slice *b) {
    return a->length == b->length && memcmp(a->at, b->at, a->length) == 0;
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
    return (unsigned char)((c | ' ') - 'a') < 26 || (c >= '-' && c <= ':' && c != '/') || c == '_';
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

/* What a value, or at least one of its kind, ends before. The zero after the file is among them. */
static bool is_stop(char c) {
    return (unsigned char)c < ' ' || c == '"' || c == '\'' || c == '&' || c == '<';
}

/* After the quote, to behind the one that closes it. */
static int take_value(lb_xml *xml, char quote, lb_slice *value) {
    const char *at = xml->at, *p = at, other = (char)(quote ^ '"' ^ '\'');
    while (!is_stop(*p) || *p == other)
        p++;
    if (p - at >= LB_XML_VALUE)
        return fail(xml, "a value is longer than 4096 bytes");
    if (p == xml->end)
        return fail(xml, "the file ends within a value");
    if (*p == '&' || *p == '<')
        return fail(xml, "entities and tags in values are not read");
    if (*p != quote)
        return fail(xml, "a value has a control character, or does not end on its line");
    *value = (lb_slice){at, (uint32_t)(p - at)};
    xml->at = p + 1;
    return LB_OK;
}

/* A name that is none of those before. */
static int take_key(lb_xml *xml, lb_slice *key) {
    int error = take_name(xml, key);
    for (unsigned k = 0; k < xml->count && !error; k++) {
        if (is_same(&xml->key[k], key))
            error = fail(xml, "an attribute comes twice");
    }
    return error;
}

/* What is not written as before it, from `lead` on: the blanks are passed over already. */
static int take_attribute(lb_xml *xml, lb_slice lead, uint32_t line) {
    if (xml->count == LB_XML_ATTRIBUTES)
        return fail(xml, "an element has more than 32 attributes");
    xml->usual = 0;
    int error = take_key(xml, &xml->key[xml->count]);
    if (error)
        return error;
    pass_blanks(xml);
    if (xml->at == xml->end || *xml->at++ != '=')
        return fail(xml, "not XML: '=' belongs after an attribute's name");
    pass_blanks(xml);
    char quote = xml->at < xml->end ? *xml->at : '\0';
    if (quote != '"' && quote != '\'')
        return fail(xml, "not XML: a value in quotes belongs here");
    xml->at++;
    lead.length = xml->line == line ? (uint32_t)(xml->at - lead.at) : 0;
    xml->lead[xml->count] = lead;
    error = take_value(xml, quote, &xml->value[xml->count]);
    xml->count += !error;
    return error;
}

/* Most elements have the attributes of the one before, written alike but for the values. */
static bool take_usual(lb_xml *xml) {
    const lb_slice *lead = &xml->lead[xml->count];
    if (xml->count >= xml->usual || lead->length == 0 || (size_t)(xml->end - xml->at) < lead->length ||
        !lb_same(xml->at, lead->at, lead->length))
        return false;
    xml->at += lead->length;
    return true;
}

static int take_begin(lb_xml *xml) {
    xml->began = xml->line;
    unsigned before = xml->usual = xml->count;
    xml->count = 0;
    if (xml->depth == LB_XML_DEPTH)
        return fail(xml, "elements are nested more than 16 deep");
    int error = take_name(xml, &xml->name);
    while (!error) {
        lb_slice lead = {xml->at, 0};
        uint32_t line = xml->line;
        if (take_usual(xml)) {
            error = take_value(xml, xml->at[-1], &xml->value[xml->count]);
            xml->count += !error;
            continue;
        }
        pass_blanks(xml);
        if (begins(xml, "/>") || begins(xml, ">")) {
            xml->empty = *xml->at == '/';
            xml->at += xml->empty ? 2 : 1;
            xml->open[xml->depth++] = xml->name;
            xml->shape += xml->usual != before || xml->count != before;
            return LB_XML_BEGIN;
        }
        error = xml->at == xml->end ? fail(xml, "the file ends within a tag") : take_attribute(xml, lead, line);
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
        if (*xml->at == '<' && xml->at[1] != '!' && xml->at[1] != '?')
            break;
        if (begins(xml, "<!--"))
            error = pass_to(xml, "-->");
        else if (begins(xml, "<?"))
            error = pass_to(xml, "?>");
        else if (begins(xml, "<!"))
            return fail(xml, "document types and entities are not read");
        else
            return fail(xml, "text between elements is not read");
        if (error)
            return error;
    }
    xml->at++;
    bool end = begins(xml, "/");
    xml->at += end;
    return end ? take_end(xml) : take_begin(xml);
}

void lb_xml_look(const lb_xml *xml, const char *key, lb_xml_hint *hint) {
    *hint = (lb_xml_hint){.key = key, .shape = xml->shape, .at = LB_XML_ATTRIBUTES};
    for (unsigned k = 0; k < xml->count; k++) {
        if (lb_slice_is(&xml->key[k], key))
            hint->at = k;
    }
}

int lb_xml_whole(const lb_xml *xml, const lb_slice *value, const char *key, int64_t least, int64_t most,
                 int64_t *number) {
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
