/* Counting necklaces. A necklace of period p is a primitive word of p letters, repeated; each of the p rotations of it
 * is another word, and every word of p letters is a primitive word of some length e | p, repeated. So the primitive
 * words of p letters are, by Moebius inversion, the sum of mu(p/e)*2^e over e | p; with w ones in them, of
 * mu(k)*(p/k over w/k) over k | gcd(p,w). */
#include "linkbound-tree.h"
#include "net/necklace.h"

unsigned lb_period(uint32_t word, unsigned bits) {
    for (unsigned p = 1; p < bits; p++) {
        if (bits % p == 0 && lb_rotate_bits(word, p, bits) == word)
            return p;
    }
    return bits;
}

/* 0 when a square divides n, else whether the number of its prime factors is even (1) or odd (-1). */
static int moebius(unsigned n) {
    int mu = 1;
    for (unsigned q = 2; q <= n; q++) {
        if (n % q)
            continue;
        n /= q;
        if (n % q == 0)
            return 0;
        mu = -mu;
    }
    return mu;
}

/* n <= 62: fits 63 bits, and so does every product on the way, since (n over k)*(n-k) < 2^62*62 is divided at once. */
static uint64_t choose(unsigned n, unsigned k) {
    uint64_t value = 1;
    for (unsigned i = 1; i <= k; i++) {
        uint64_t g = lb_gcd(value, i), rest = i / g;
        value = value / g * ((n - k + i) / rest); /* i divides value*(n-k+i), so rest divides n-k+i */
    }
    return value;
}

uint64_t lb_necklace_count(unsigned bits, unsigned period) {
    if (bits < 1 || bits > 62 || period < 1 || bits % period)
        return 0;
    int64_t words = 0;
    for (unsigned e = 1; e <= period; e++) {
        if (period % e == 0)
            words += moebius(period / e) * (INT64_C(1) << e);
    }
    return (uint64_t)words / period;
}

uint64_t lb_necklace_count_weight(unsigned bits, unsigned period, unsigned weight) {
    if (bits < 1 || bits > 62 || period < 1 || bits % period || weight > bits || weight % (bits / period))
        return 0;
    unsigned ones = weight / (bits / period);
    int64_t words = 0;
    for (unsigned k = 1; k <= period; k++) {
        if (period % k == 0 && ones % k == 0)
            words += moebius(k) * (int64_t)choose(period / k, ones / k);
    }
    return (uint64_t)words / period;
}
