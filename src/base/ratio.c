/* Exact numbers: rationals of 63-bit integers in lowest terms, read from decimals or fractions. */
#include "base/base.h"

#include <inttypes.h>
#include <string.h>

uint64_t lb_gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int lb_ratio_make(uint64_t num, uint64_t den, lb_ratio *ratio) {
    uint64_t g = lb_gcd(num, den);
    if (g == 0)
        return LB_ERR_ARG;
    num /= g;
    den /= g;
    if (num > INT64_MAX || den > INT64_MAX)
        return LB_ERR_SIZE;
    ratio->num = (int64_t)num;
    ratio->den = (int64_t)den;
    return LB_OK;
}

/* Reads digits into *value; returns how many there were, or -1 when they do not fit. */
static int read_digits(const char **text, uint64_t *value) {
    int count = 0;
    while (**text >= '0' && **text <= '9') {
        if (__builtin_mul_overflow(*value, (uint64_t)10, value) ||
            __builtin_add_overflow(*value, (uint64_t)(**text - '0'), value))
            return -1;
        (*text)++;
        count++;
    }
    return count;
}

/* Multiplies num or den by 10^exponent. */
static int scale(uint64_t *num, uint64_t *den, int exponent) {
    uint64_t *which = exponent >= 0 ? num : den;
    for (int i = exponent < 0 ? -exponent : exponent; i > 0; i--) {
        uint64_t *other = which == num ? den : num;
        if (*other % 10 == 0 && *other > 0)
            *other /= 10;
        else if (__builtin_mul_overflow(*which, (uint64_t)10, which))
            return LB_ERR_SIZE;
    }
    return LB_OK;
}

/* ".25e-6" after the leading digits */
static int read_decimal(const char *p, int whole, uint64_t num, lb_ratio *out) {
    uint64_t den = 1, e = 0;
    int exponent = 0;
    if (*p == '.') {
        p++;
        int after = read_digits(&p, &num);
        if (after < 0)
            return LB_ERR_SIZE;
        if (whole + after == 0)
            return LB_ERR_ARG;
        exponent = -after;
    } else if (whole == 0) {
        return LB_ERR_ARG;
    }
    if (*p == 'e' || *p == 'E') {
        p++;
        int sign = *p == '-' ? -1 : 1;
        if (*p == '-' || *p == '+')
            p++;
        int digits = read_digits(&p, &e);
        if (digits == 0)
            return LB_ERR_ARG;
        if (digits < 0 || e > 60)
            return LB_ERR_SIZE;
        exponent += sign * (int)e;
    }
    if (*p)
        return LB_ERR_ARG;
    if (num == 0)
        exponent = 0;
    int error = scale(&num, &den, exponent);
    return error ? error : lb_ratio_make(num, den, out);
}

int lb_ratio_parse(const char *text, lb_ratio *ratio) {
    const char *p = text;
    uint64_t num = 0, den = 0;
    bool negative = *p == '-';
    if (negative)
        p++;
    int whole = read_digits(&p, &num);
    if (whole < 0)
        return LB_ERR_SIZE;
    lb_ratio result;
    int error;
    if (*p == '/' && whole > 0) {
        p++;
        int digits = read_digits(&p, &den);
        if (digits < 0)
            return LB_ERR_SIZE;
        if (digits == 0 || *p || den == 0)
            return LB_ERR_ARG;
        error = lb_ratio_make(num, den, &result);
    } else {
        error = read_decimal(p, whole, num, &result);
    }
    if (error)
        return error;
    if (negative)
        result.num = -result.num;
    *ratio = result;
    return LB_OK;
}

int lb_ratio_text(lb_ratio ratio, char *buffer, size_t size) {
    if (ratio.den == 1)
        return snprintf(buffer, size, "%" PRId64, ratio.num);
    return snprintf(buffer, size, "%" PRId64 "/%" PRId64, ratio.num, ratio.den);
}

double lb_ratio_value(lb_ratio ratio) {
    return (double)ratio.num / (double)ratio.den;
}
