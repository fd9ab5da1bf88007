/* Numbers with units: see units.h. All are exact fractions; what does not fit 63 bits is refused. */
#include "cli/units.h"

#include "cli/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Where the number ends: digits, a point, an exponent, a fraction. "1e3s" and "3e" are split as a reader would. */
static size_t number_length(const char *text) {
    size_t length = strspn(text, "0123456789./");
    if ((text[length] == 'e' || text[length] == 'E') && length > 0) {
        size_t sign = text[length + 1] == '-' || text[length + 1] == '+';
        size_t digits = strspn(text + length + 1 + sign, "0123456789");
        length += digits ? 1 + sign + digits : 0;
    }
    return length;
}

/* The number before the unit; *rest is the unit, blanks before it left out. */
static int read_number(const char *what, const char *text, const char *examples, lb_ratio *value, const char **rest) {
    char number[64];
    size_t length = number_length(text);
    int error = LB_ERR_ARG;
    if (length > 0 && length < sizeof number) {
        memcpy(number, text, length);
        number[length] = '\0';
        error = lb_ratio_parse(number, value);
    }
    if (error == LB_ERR_SIZE)
        return cli_fail("%s %.60s: too large or too fine to hold exactly", what, text);
    if (error && text[0] == '-')
        return cli_fail("%s %.60s: must not be negative", what, text);
    if (error)
        return cli_fail("%s '%.60s': not a number; write %s", what, text, examples);
    *rest = text + length + strspn(text + length, " ");
    return CLI_OK;
}

/* ---- Sizes ---- */

/* What a unit multiplies by; 0: it is none. */
static uint64_t bytes_in(const char *unit) {
    static const char letters[] = "KMGT";
    if (!*unit || strcasecmp(unit, "B") == 0)
        return 1;
    const char upper[] = {(char)(*unit >= 'a' && *unit <= 'z' ? *unit - 'a' + 'A' : *unit), '\0'};
    const char *at = strchr(letters, upper[0]);
    if (!at)
        return 0;
    unsigned power = (unsigned)(at - letters) + 1;
    if (!unit[1] || strcasecmp(unit + 1, "ib") == 0)
        return UINT64_C(1) << 10 * power;
    uint64_t thousand = 1;
    while (power-- > 0)
        thousand *= 1000;
    return strcasecmp(unit + 1, "B") == 0 ? thousand : 0;
}

/* "1.5MB": as many bytes as that is, if they are whole. */
static int read_fraction(const char *what, const char *text, size_t length, uint64_t scale, uint64_t *value) {
    lb_ratio size = {0, 1};
    char number[64];
    if (length >= sizeof number)
        return cli_fail("%s %.60s: too fine", what, text);
    memcpy(number, text, length);
    number[length] = '\0';
    int error = lb_ratio_parse(number, &size);
    if (error == LB_ERR_ARG)
        return cli_fail("%s '%.60s': not a number", what, text);
    if (error || !lb_ratio_scale(&size, scale, 1))
        return cli_fail("%s %.60s: too large or too fine", what, text);
    if (size.den != 1)
        return cli_fail("%s %.60s: not a whole number of bytes", what, text);
    *value = (uint64_t)size.num;
    return CLI_OK;
}

int cli_read_size(const char *what, const char *text, uint64_t *value) {
    size_t digits = strspn(text, "0123456789"), length = strspn(text, "0123456789.");
    uint64_t scale = bytes_in(text + length), number = 0;
    if (length > digits && digits > 0 && scale)
        return read_fraction(what, text, length, scale, value);
    if (digits == 0 || (text[digits] && !scale))
        return digits ? cli_fail("%s '%.60s': not a size; write 64, 4K, 1M, 2G, 1T, 1MiB (1024s) or 1MB (1000s)", what,
                                 text)
                      : cli_fail("%s '%.60s': not a number", what, text);
    for (size_t i = 0; i < digits; i++) {
        if (__builtin_mul_overflow(number, (uint64_t)10, &number) ||
            __builtin_add_overflow(number, (uint64_t)(text[i] - '0'), &number))
            return cli_fail("%s %.60s: too large", what, text);
    }
    if (__builtin_mul_overflow(number, scale, value) || *value > INT64_MAX)
        return cli_fail("%s %.60s: too large", what, text);
    return CLI_OK;
}

/* ---- Times ---- */

typedef struct unit {
    const char *name;
    uint64_t num, den; /* what one of it is */
} unit;

static const unit *find_unit(const unit *units, size_t count, const char *name, size_t length) {
    for (size_t i = 0; i < count; i++) {
        if (strlen(units[i].name) == length && strncmp(units[i].name, name, length) == 0)
            return &units[i];
    }
    return NULL;
}

static const unit *find_any_case(const unit *units, size_t count, const char *name, size_t length) {
    for (size_t i = 0; i < count; i++) {
        if (strlen(units[i].name) == length && strncasecmp(units[i].name, name, length) == 0)
            return &units[i];
    }
    return NULL;
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

int cli_read_time(const char *what, const char *text, const char *per, lb_ratio *value, bool *given) {
    static const unit units[] = {{"ps", 1, 1000},        {"ns", 1, 1},          {"us", 1000, 1},
                                 {"\xc2\xb5s", 1000, 1}, {"ms", 1000000, 1},    {"s", 1000000000, 1},
                                 {"\xce\xbcs", 1000, 1}, {"sec", 1000000000, 1}};
    const char *rest = "";
    int status = read_number(what, text, "3, 0.25, 2.5e-6, 1/3, or with a unit 250ns, 1.5us, 2ms", value, &rest);
    if (status)
        return status;
    size_t length = strlen(rest), behind = per ? strlen(per) : 0;
    *given = length > 0;
    if (!*given)
        return CLI_OK;
    if (per && length > behind && strcmp(rest + length - behind, per) == 0)
        length -= behind;
    const unit *u = find_unit(units, COUNT(units), rest, length);
    if (!u)
        return cli_fail("%s '%.60s': not a time; write 250ns, 1.5us, 2ms or 1s, or a plain number", what, text);
    if (!lb_ratio_scale(value, u->num, u->den))
        return cli_fail("%s %.60s: too large or too fine to hold exactly", what, text);
    return CLI_OK;
}

/* ---- Speeds of links ---- */

int cli_read_rate(const char *what, const char *text, lb_ratio *value) {
    /* nanoseconds per byte of one of it */
    static const unit units[] = {{"Kbit", 8000000, 1},
                                 {"Mbit", 8000, 1},
                                 {"Gbit", 8, 1},
                                 {"Tbit", 8, 1000},
                                 {"KiB", 1000000000, 1 << 10},
                                 {"MiB", 1000000000, 1 << 20},
                                 {"GiB", 1000000000, 1 << 30}};
    /* Here a large B is bytes and a small one bits. */
    static const unit strict[] = {{"Kb", 8000000, 1}, {"Mb", 8000, 1},    {"Gb", 8, 1},    {"Tb", 8, 1000},
                                  {"KB", 1000000, 1}, {"kB", 1000000, 1}, {"MB", 1000, 1}, {"GB", 1, 1},
                                  {"TB", 1, 1000},    {"mB", 1000, 1},    {"gB", 1, 1}};
    const char *rest = "";
    lb_ratio rate = {0, 1};
    int status = read_number(what, text, "100Gbit or 12.5GB/s", &rate, &rest);
    if (status)
        return status;
    size_t length = strlen(rest);
    if (length > 2 && (strcmp(rest + length - 2, "/s") == 0 || strcmp(rest + length - 2, "ps") == 0))
        length -= 2;
    const unit *u = find_unit(strict, COUNT(strict), rest, length);
    if (!u)
        u = find_any_case(units, COUNT(units), rest, length);
    if (!u && length == 2 && strchr("kmgt", rest[0]) && rest[1] == 'b')
        return cli_fail("%s '%.60s': bits or bytes? Write %cbit or %cB", what, text, rest[0] - 32, rest[0] - 32);
    if (!u)
        return cli_fail("%s '%.60s': not the speed of a link; write 100Gbit, 800Mbit/s or 12.5GB/s", what, text);
    if (rate.num <= 0)
        return cli_fail("%s %.60s: a link that carries nothing", what, text);
    *value = (lb_ratio){rate.den, rate.num};
    if (!lb_ratio_scale(value, u->num, u->den))
        return cli_fail("%s %.60s: too large or too fine to hold exactly", what, text);
    return CLI_OK;
}

void cli_nanoseconds_text(double value, const char *gap, char *buffer, size_t size) {
    static const char *const names[] = {"ns", "us", "ms", "s"};
    unsigned which = 0;
    for (; which < 3 && value >= 999.95; which++)
        value /= 1000;
    snprintf(buffer, size, "%.4g%s%s", value, gap, names[which]);
}
