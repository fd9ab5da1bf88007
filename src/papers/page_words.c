/* Text and formulas as HTML. */
#include "papers/page_parts.h"

#include <string.h>

static void put_char(FILE *out, char c) {
    switch (c) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    default: putc((unsigned char)c < ' ' || c == 127 ? ' ' : c, out);
    }
}

void page_escape(FILE *out, const char *text) {
    for (; *text; text++)
        put_char(out, *text);
}

void page_cell(FILE *out, const char *text) {
    if (strcmp(text, "-") == 0)
        text = "\u2013";
    for (; *text; text++) {
        bool arrow = text[0] == '-' && text[1] == '>';
        if (arrow)
            fputs("\u2192", out);
        else
            put_char(out, *text);
        text += arrow;
    }
}

static bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The end of what is raised or lowered: a group in parentheses, or a word with its sign. */
static const char *script_end(const char *text) {
    unsigned depth = 0;
    const char *p = text + (*text == '-');
    if (*p != '(') {
        while (is_word(*p))
            p++;
        return p;
    }
    do {
        depth += *p == '(';
        depth -= *p == ')';
        p++;
    } while (depth && *p);
    return p;
}

static void put_part(FILE *out, const char *text, const char *end);

/* 2^(d-1), K_5: without the parentheses, which the height of the line replaces. */
static const char *put_script(FILE *out, const char *text, const char *tag) {
    const char *end = script_end(text);
    bool group = *text == '(' && end[-1] == ')';
    fprintf(out, "<%s>", tag);
    put_part(out, text + group, end - group);
    fprintf(out, "</%s>", tag);
    return end;
}

/* ceil(..) and floor(..) with their brackets; NULL when text is neither. */
static const char *put_rounded(FILE *out, const char *text) {
    bool up = strncmp(text, "ceil(", 5) == 0;
    if (!up && strncmp(text, "floor(", 6) != 0)
        return NULL;
    const char *open = text + (up ? 4 : 5), *end = script_end(open);
    fputs(up ? "\u2308" : "\u230A", out);
    put_part(out, open + 1, end - 1);
    fputs(up ? "\u2309" : "\u230B", out);
    return end;
}

static const char *put_sign(FILE *out, const char *text) {
    static const char *const signs[][2] = {{"<=", "\u2264"},     {">=", "\u2265"},  {"->", "\u2192"},
                                           {"sqrt(", "\u221A("}, {"tau", "\u03C4"}, {"beta", "\u03B2"}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t length = strlen(signs[i][0]);
        if (strncmp(text, signs[i][0], length) == 0 && !(i > 3 && is_word(text[length]))) {
            fputs(signs[i][1], out);
            return text + length;
        }
    }
    return NULL;
}

static void put_part(FILE *out, const char *text, const char *end) {
    char before = ' ';
    while (text < end && *text) {
        const char *next = NULL, c = *text;
        bool attached = is_word(before) || before == ')';
        if (attached && (c == '^' || c == '_') && (is_word(text[1]) || text[1] == '(' || text[1] == '-'))
            next = put_script(out, text + 1, c == '^' ? "sup" : "sub");
        else if (!is_word(before))
            next = (next = put_rounded(out, text)) ? next : put_sign(out, text);
        else if (c == '<' || c == '>' || c == '-')
            next = put_sign(out, text);
        if (!next) {
            if (c == '*' && before != ' ')
                fputs("\u00B7", out);
            else
                put_char(out, c);
            next = text + 1;
        }
        before = next[-1];
        text = next;
    }
}

void page_math(FILE *out, const char *text) {
    put_part(out, text, text + strlen(text));
}
