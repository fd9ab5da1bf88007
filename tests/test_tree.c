/* The trees of 004 and the others: what the paper prints and the errata correct, and that every function agrees with
 * every other, at every root. */
#include "linkbound-tree.h"
#include "net/necklace.h"
#include "support/cubes.h"

#include <stdlib.h>
#include <string.h>

static const lb_tree_kind sbnts[] = {LB_TREE_SBNT_MINR, LB_TREE_SBNT_MAXL, LB_TREE_SBNT_MINBL, LB_TREE_SBNT_MAXBR};

static lb_net *cube(unsigned d) {
    char name[16];
    snprintf(name, sizeof name, "cube:%u", d);
    return t_net(name);
}

static lb_tree *tree_on(const lb_net *net, lb_tree_kind kind, uint32_t root) {
    lb_tree *tree = NULL;
    lb_why why = {""};
    t_note("%s, %u nodes, root %u", lb_tree_kind_name(kind), (unsigned)lb_net_nodes(net), (unsigned)root);
    T_EQUAL(lb_tree_create(net, kind, root, &tree, &why), LB_OK);
    return tree;
}

static lb_tree *tree_of(unsigned d, lb_tree_kind kind, uint32_t root) {
    lb_net *net = cube(d);
    lb_tree *tree = tree_on(net, kind, root);
    lb_net_free(net);
    return tree;
}

/* ---- The definitions of 004, bit by bit ---- */

static uint32_t right(uint32_t c, unsigned by, unsigned n) {
    uint32_t out = 0;
    for (unsigned i = 0; i < n; i++)
        out |= (c >> (i + by) % n & 1) << i;
    return out;
}

static uint32_t reversed(uint32_t c, unsigned n) {
    uint32_t out = 0;
    for (unsigned i = 0; i < n; i++)
        out |= (c >> i & 1) << (n - 1 - i);
    return out;
}

/* What a variant compares, of c rotated j times its own way; the least is the distinguished one. */
static uint64_t value_of(unsigned variant, uint32_t c, unsigned j, unsigned n) {
    uint32_t all = (UINT32_C(1) << n) - 1, left = right(c, (n - j) % n, n);
    switch (variant) {
    case 0: return right(c, j, n);
    case 1: return all - left;
    case 2: return reversed(left, n);
    default: return all - reversed(right(c, j, n), n);
    }
}

/* index_m(c), as bits. */
static uint32_t indices_of(unsigned variant, uint32_t c, unsigned n) {
    uint64_t least = UINT64_MAX;
    uint32_t set = 0;
    for (unsigned j = 0; j < n; j++) {
        uint64_t value = value_of(variant, c, j, n);
        if (value < least)
            set = 0;
        least = value < least ? value : least;
        if (value == least)
            set |= UINT32_C(1) << j;
    }
    return set;
}

/* k of c for one of its indices: the one next to the run of zeros beside the subtree's own bit. */
static unsigned k_of(unsigned variant, uint32_t c, unsigned index, unsigned n) {
    bool leftward = variant == 1 || variant == 2;
    unsigned k = leftward ? n - 1 - index : index;
    do
        k = (k + (leftward ? 1 : n - 1)) % n;
    while (!(c >> k & 1));
    return k;
}

static void test_index_examples(void **state) {
    (void)state;
    static const unsigned printed[] = {5, 0, 8, 7};
    for (unsigned v = 0; v < 4; v++) {
        lb_tree *tree = tree_of(10, sbnts[v], 0);
        T_EQUAL(lb_tree_index(tree, 0, 0x3a2), printed[v]); /* 1110100010 */
        lb_tree_free(tree);
    }
    lb_tree *tree = tree_of(7, LB_TREE_SBNT_MINR, 0); /* c = 0101110: index 1, and k = 5, not 4 */
    T_EQUAL(lb_tree_index(tree, 0, 0x2e), 1);
    T_EQUAL(lb_tree_port(tree, 0, 0x2e), 5);
    unsigned ports[LB_MAX_PORTS];
    T_EQUAL(lb_tree_children(tree, 0, 1, ports), 3); /* M of a node of one bit has all others: 1..6, half keep it */
    lb_tree_free(tree);
    tree = tree_of(9, LB_TREE_SBG_MINR, 0); /* 011011011: subtrees 0, 3, 6, parents 001011011, 011011001, 011001011 */
    static const uint32_t parents[] = {0x5b, 0xd9, 0xcb};
    for (unsigned part = 0; part < 9; part++) {
        unsigned index = lb_tree_index(tree, part, 0xdb), next = part <= 0 ? 0 : part <= 3 ? 3 : part <= 6 ? 6 : 0;
        T_EQUAL(index, next);
        T_EQUAL(lb_tree_parent(tree, part, 0xdb), parents[index / 3]);
    }
    lb_tree_free(tree);
}

/* Indices and parents are the paper's, in all parts. */
static void test_definitions(void **state) {
    (void)state;
    for (unsigned n = 1; n <= 10; n++) {
        for (unsigned v = 0; v < 4; v++) {
            lb_tree *one = tree_of(n, sbnts[v], 0), *all = tree_of(n, (lb_tree_kind)(sbnts[v] + 4), 0);
            for (uint32_t c = 1; c < UINT32_C(1) << n; c++) {
                uint32_t set = indices_of(v, c, n), used = 0, weight[32] = {0};
                unsigned period = lb_period(c, n), first = (unsigned)__builtin_ctz(set);
                T_EQUAL(__builtin_popcount(set), n / period);
                T_EQUAL(lb_tree_index(one, 0, c), first);
                T_EQUAL(lb_tree_parent(one, 0, c), c ^ UINT32_C(1) << k_of(v, c, first, n));
                for (unsigned t = 0; t < n; t++) {
                    unsigned index = lb_tree_index(all, t, c);
                    T_TRUE(set >> index & 1);
                    T_EQUAL(lb_tree_port(all, t, c), k_of(v, c, index, n));
                    used |= UINT32_C(1) << index;
                    weight[index]++;
                }
                T_EQUAL(used, set);
                for (uint32_t left = set; left; left &= left - 1)
                    T_EQUAL(weight[__builtin_ctz(left)], period); /* n/P_c pieces of P_c n-ths each */
            }
            lb_tree_free(one);
            lb_tree_free(all);
        }
    }
}

/* ---- Every function agrees with every other ---- */

static void check_children(const lb_tree *tree, unsigned part, uint32_t v, uint32_t *found) {
    const lb_net *net = lb_tree_net(tree);
    unsigned ports[LB_MAX_PORTS], count = lb_tree_children(tree, part, v, ports);
    for (unsigned i = 0; i < count; i++) {
        uint32_t child = lb_neighbor(net, v, ports[i]);
        T_TRUE(i == 0 || ports[i - 1] < ports[i]);
        T_EQUAL(lb_tree_parent(tree, part, child), v);
        T_EQUAL(lb_tree_port(tree, part, child), ports[i]);
        T_EQUAL(lb_tree_level(tree, part, child), lb_tree_level(tree, part, v) + 1);
        if (v != lb_tree_root(tree)) {
            T_EQUAL(lb_tree_branch(tree, part, child), lb_tree_branch(tree, part, v));
            T_EQUAL(lb_tree_index(tree, part, child), lb_tree_index(tree, part, v));
        } else {
            T_EQUAL(lb_tree_branch(tree, part, child), ports[i]);
        }
        ++*found;
    }
}

static void check_path(const lb_tree *tree, unsigned part, uint32_t v, uint32_t *sizes) {
    uint32_t nodes[80] = {0}, length = lb_tree_path(tree, part, v, nodes, 80);
    T_EQUAL(length, lb_tree_level(tree, part, v) + 1);
    T_TRUE(length <= lb_tree_height(tree) + 1 && length <= 80);
    T_EQUAL(nodes[0], lb_tree_root(tree));
    T_EQUAL(nodes[length - 1], v);
    for (uint32_t i = 0; i < length; i++) {
        sizes[nodes[i]]++;
        if (i > 0)
            T_EQUAL(lb_tree_parent(tree, part, nodes[i]), nodes[i - 1]);
    }
}

static void check_tree(const lb_net *net, lb_tree_kind kind, uint32_t root) {
    uint32_t n = lb_net_nodes(net), highest = 0;
    lb_tree *tree = tree_on(net, kind, root), *at0 = tree_on(net, kind, 0);
    uint32_t *sizes = malloc(n * sizeof *sizes);
    assert_non_null(sizes);
    T_TRUE(lb_net_equal(lb_tree_net(tree), net) && lb_tree_kind_of(tree) == kind);
    for (unsigned part = 0; part < lb_tree_parts(tree); part++) {
        uint32_t found = 0;
        memset(sizes, 0, n * sizeof *sizes);
        T_EQUAL(lb_tree_parent(tree, part, root), LB_NONE);
        T_EQUAL(lb_tree_branch(tree, part, root), LB_NONE);
        T_EQUAL(lb_tree_index(tree, part, root), LB_NONE);
        for (uint32_t v = 0; v < n; v++) {
            check_children(tree, part, v, &found);
            check_path(tree, part, v, sizes);
            uint32_t level = lb_tree_level(tree, part, v);
            highest = level > highest ? level : highest;
            T_EQUAL(lb_tree_port(tree, part, v), lb_tree_port(at0, part, lb_sub(net, v, root)));
        }
        T_EQUAL(found, n - 1);
        for (uint32_t v = 0; v < n; v++)
            T_EQUAL(lb_tree_size(tree, part, v), sizes[v]);
    }
    T_EQUAL(highest, lb_tree_height(tree));
    free(sizes);
    lb_tree_free(at0);
    lb_tree_free(tree);
}

static void test_agreement(void **state) {
    (void)state;
    for (unsigned d = 0; d <= (T_SLOW ? 7u : 10u); d++) {
        lb_net *net = cube(d);
        uint32_t n = lb_net_nodes(net);
        for (int kind = 0; kind < LB_TREE_KINDS; kind++) {
            check_tree(net, (lb_tree_kind)kind, (n * 5 / 7) % n);
            for (uint32_t root = 0; d <= 4 && root < n; root++)
                check_tree(net, (lb_tree_kind)kind, root);
        }
        lb_net_free(net);
    }
}

static void test_tori(void **state) {
    (void)state;
    static const char *const nets[] = {"ring:3", "ring:8", "ring:150", "4x4", "3x5", "2x3x4", "1x5x1", "3x3x3", "6x2"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_net *net = t_net(nets[i]);
        check_tree(net, LB_TREE_BINOMIAL, lb_net_nodes(net) - 1);
        check_tree(net, LB_TREE_BALANCED, lb_net_nodes(net) / 2);
        lb_net_free(net);
    }
}

/* Links of one part are no other part's: d*(2^d-1) different ones, all but those into the root. */
static void test_edge_disjoint(void **state) {
    (void)state;
    for (unsigned d = 1; d <= 9; d++) {
        lb_tree *tree = tree_of(d, LB_TREE_EDGE_DISJOINT, 1);
        for (uint32_t v = 0; v < UINT32_C(1) << d; v++) {
            uint32_t used = 0;
            for (unsigned part = 0; part < d && v != 1; part++)
                used |= UINT32_C(1) << lb_tree_port(tree, part, v);
            T_EQUAL(used, v == 1 ? 0 : (UINT32_C(1) << d) - 1);
        }
        lb_tree_free(tree);
    }
}

/* ---- Table 1 ---- */

typedef struct row {
    uint32_t cyclic, degenerate, most, least;
} row;

static const row table_1[] = {
    {2, 2, 2, 1},
    {2, 2, 3, 2},
    {4, 3, 5, 3},
    {2, 2, 7, 6},
    {10, 5, 13, 9},
    {2, 2, 19, 18},
    {16, 6, 35, 30},
    {8, 4, 59, 56},
    {34, 9, 107, 99},
    {2, 2, 187, 186},
    {76, 17, 351, 335},
    {2, 2, 631, 630},
    {130, 21, 1181, 1161},
    {38, 10, 2191, 2182},
    {256, 36, 4115, 4080},
    {2, 2, 7711, 7710},
    {568, 70, 14601, 14532},
    {2, 2, 27595, 27594},
    {1036, 111, 52487, 52377},
};

static void check_row(const lb_tree *tree, unsigned n, const row *want) {
    uint32_t sizes[32] = {0}, cyclic = 1, degenerate = 1, words = UINT32_C(1) << n; /* the root is cyclic */
    for (uint32_t c = 1; c < words; c++) {
        unsigned index = lb_tree_index(tree, 0, c), period = lb_period(c, n);
        sizes[index]++;
        cyclic += period < n;
        degenerate += period < n && index == 0;
    }
    T_EQUAL(cyclic, want->cyclic);
    T_EQUAL(degenerate, want->degenerate);
    T_EQUAL(sizes[0], want->most);
    T_EQUAL(sizes[n - 1], want->least);
    for (unsigned j = 0; j < n; j++) { /* as many as there are necklaces of a larger period */
        uint64_t larger = 0;
        for (unsigned p = j + 1; p <= n; p++)
            larger += lb_necklace_count(n, p);
        T_EQUAL(sizes[j], larger - (j == 0));
        T_TRUE(j == 0 || sizes[j] <= sizes[j - 1]);
    }
}

static void test_table_1(void **state) {
    (void)state;
    for (unsigned n = 2; n <= (T_SLOW ? 14u : 20u); n++) {
        for (unsigned v = 0; v < 4; v++) { /* lemma 13: all variants */
            if (v && n > 14)
                continue;
            lb_tree *tree = tree_of(n, sbnts[v], 0);
            check_row(tree, n, &table_1[n - 2]);
            lb_tree_free(tree);
        }
    }
}

/* ---- Overlap, fan-out, cyclic nodes ---- */

static uint32_t common(unsigned n, lb_tree_kind a, lb_tree_kind b) {
    lb_tree *left = tree_of(n, a, 0), *right_tree = tree_of(n, b, 0);
    uint32_t same = 0;
    for (uint32_t c = 1; c < UINT32_C(1) << n; c++)
        same += (c & (c - 1)) && lb_tree_port(left, 0, c) == lb_tree_port(right_tree, 0, c);
    lb_tree_free(left);
    lb_tree_free(right_tree);
    return same;
}

static void test_overlap(void **state) {
    (void)state;
    static const uint32_t known[] = {0, 0, 0, 5, 6, 14, 32, 63, 114, 220, 424}; /* 16 is printed for n = 8 */
    static const uint32_t greatest[] = {0, 0, 0, 5, 18, 42, 96, 171, 294, 495, 770};
    static const uint32_t across[] = {0, 0, 0, 5, 12, 28, 72, 135, 284, 528, 1029};
    static const uint32_t along[] = {1, 4, 11, 26, 51, 106, 191, 358, 643, 1200, 2085}; /* all edges up to n = 5 */
    for (unsigned n = 2; n <= 12; n++) {
        T_EQUAL(common(n, LB_TREE_SBNT_MINR, LB_TREE_SBNT_MINBL), known[n - 2]);
        T_EQUAL(common(n, LB_TREE_SBNT_MAXL, LB_TREE_SBNT_MAXBR), greatest[n - 2]);
        T_EQUAL(common(n, LB_TREE_SBNT_MINR, LB_TREE_SBNT_MAXL), across[n - 2]);
        T_EQUAL(common(n, LB_TREE_SBNT_MINBL, LB_TREE_SBNT_MAXBR), across[n - 2]); /* its mirror image */
        T_EQUAL(common(n, LB_TREE_SBNT_MINR, LB_TREE_SBNT_MAXBR), along[n - 2]);
        T_EQUAL(common(n, LB_TREE_SBNT_MAXL, LB_TREE_SBNT_MINBL), along[n - 2]);
    }
    lb_tree *a = tree_of(5, LB_TREE_SBNT_MINR, 0), *b = tree_of(5, LB_TREE_SBNT_MINBL, 0);
    T_EQUAL(lb_tree_port(a, 0, 11), lb_tree_port(b, 0, 11)); /* 01011, an example of the paper */
    lb_tree_free(a);
    lb_tree_free(b);
}

/* The largest fan-out of each level: lemma 3 for minr and minbl, section 4's for maxl and maxbr. */
static unsigned most_children(unsigned variant, unsigned n, unsigned level) {
    if (level == 0)
        return n;
    if (variant == 0 || variant == 2 || level == 1)
        return (n - level + 1) / 2;
    return level <= n - 2 ? n - level - 1 : level == n - 1;
}

static void test_fan_out(void **state) {
    (void)state;
    for (unsigned n = 2; n <= 12; n++) {
        for (unsigned v = 0; v < 4; v++) {
            unsigned most[32] = {0}, ports[LB_MAX_PORTS];
            lb_tree *tree = tree_of(n, sbnts[v], 0);
            for (uint32_t c = 0; c < UINT32_C(1) << n; c++) {
                unsigned level = lb_tree_level(tree, 0, c), count = lb_tree_children(tree, 0, c, ports);
                most[level] = count > most[level] ? count : most[level];
                if (c && lb_period(c, n) < n)
                    T_EQUAL(count, 0); /* lemma 8 */
            }
            for (unsigned level = 0; level <= n; level++) {
                t_note("n = %u, variant %u, level %u", n, v, level);
                T_EQUAL(most[level], most_children(v, n, level));
            }
            lb_tree_free(tree);
        }
    }
}

/* children_SBG: with index_m(q) = index_m(c), as printed, no cyclic node would be reached; the parent's is a subset. */
static void test_subset_condition(void **state) {
    (void)state;
    for (unsigned n = 4; n <= 10; n++) {
        lb_tree *tree = tree_of(n, LB_TREE_SBG_MINR, 0);
        for (uint32_t c = 1; c < UINT32_C(1) << n; c++) {
            uint32_t mine = indices_of(0, c, n);
            for (unsigned part = 0; part < n && (c & (c - 1)); part++) {
                uint32_t parents = indices_of(0, lb_tree_parent(tree, part, c), n);
                T_EQUAL(parents & ~mine, 0);
                T_EQUAL(parents == mine, lb_period(c, n) == n);
            }
        }
        lb_tree_free(tree);
    }
}

/* Section 6: a node other than the root sends on through the first bit of its address xor the destination's, from its
 * own index upwards and round; the root through the destination's index. */
static void test_forwarding_rule(void **state) {
    (void)state;
    for (unsigned n = 2; n <= 10; n++) {
        lb_tree *tree = tree_of(n, LB_TREE_SBNT_MINR, 0);
        for (uint32_t c = 1; c < UINT32_C(1) << n; c++) {
            uint32_t path[16], at = 0, length = lb_tree_path(tree, 0, c, path, 16);
            for (uint32_t hop = 1; hop < length; hop++) {
                unsigned port = lb_tree_index(tree, 0, hop == 1 ? c : at);
                while (hop > 1 && !((at ^ c) >> port & 1))
                    port = (port + 1) % n;
                at ^= UINT32_C(1) << port;
                T_EQUAL(at, path[hop]);
            }
        }
        lb_tree_free(tree);
    }
}

/* Lemma 11 would have two cyclic words of one weight differ in 2n/(p*q)*(p+q-2*gcd(p,q)) bits at least. That is not so
 * where one period divides the other; what is used of it, corollaries 6 and 7, is so. */
static void test_lemma_11(void **state) {
    (void)state;
    bool broken = false;
    for (unsigned n = 4; n <= 12; n++) {
        for (uint32_t a = 1; a + 1 < UINT32_C(1) << n; a++) {
            unsigned p = lb_period(a, n);
            for (uint32_t b = a + 1; p < n && b + 1 < UINT32_C(1) << n; b++) {
                unsigned q = lb_period(b, n), differ = (unsigned)__builtin_popcount(a ^ b), gcd = p, rest = q;
                if (q == n || __builtin_popcount(a) != __builtin_popcount(b))
                    continue;
                while (rest) {
                    unsigned r = gcd % rest;
                    gcd = rest;
                    rest = r;
                }
                bool divides = gcd == p || gcd == q, kept = differ * p * q >= 2 * n * (p + q - 2 * gcd);
                T_TRUE(kept || divides);
                T_TRUE(differ >= (divides ? 4 : 6));
                broken = broken || !kept;
                if (n == 12 && a == 0x34d && b == 0x555)
                    T_TRUE(!kept && differ == 4); /* 001101001101, 010101010101: the lemma says 8 */
            }
        }
    }
    T_TRUE(broken);
}

/* ---- Necklaces ---- */

static void test_necklace_counts(void **state) {
    (void)state;
    for (unsigned bits = 1; bits <= 16; bits++) {
        lb_necklaces all;
        uint32_t found[17][18] = {{0}};
        T_EQUAL(lb_necklaces_create(bits, &all, NULL), LB_OK);
        for (uint32_t i = 0; i < all.count; i++) {
            T_EQUAL(lb_period(all.word[i], bits), all.period[i]);
            found[all.period[i]][__builtin_popcount(all.word[i])]++;
        }
        for (unsigned p = 1; p <= bits; p++) {
            uint64_t sum = 0;
            t_note("%u bits, period %u", bits, p);
            for (unsigned w = 0; w <= bits; w++) {
                T_EQUAL(lb_necklace_count_weight(bits, p, w), found[p][w]);
                sum += found[p][w];
            }
            T_EQUAL(lb_necklace_count(bits, p), sum);
        }
        lb_necklaces_free(&all);
    }
    for (unsigned bits = 1; bits <= 62; bits++) { /* every word is in one */
        uint64_t words = 0, weighed = 0;
        for (unsigned p = 1; p <= bits; p++) {
            words += p * lb_necklace_count(bits, p);
            for (unsigned w = 0; w <= bits; w++)
                weighed += p * lb_necklace_count_weight(bits, p, w);
        }
        t_note("%u bits", bits);
        T_EQUAL(words, UINT64_C(1) << bits);
        T_EQUAL(weighed, words);
    }
    T_EQUAL(lb_necklace_count(0, 1), 0);
    T_EQUAL(lb_necklace_count(63, 1), 0);
    T_EQUAL(lb_necklace_count(6, 4), 0);
    T_EQUAL(lb_necklace_count(6, 0), 0);
    T_EQUAL(lb_necklace_count_weight(6, 6, 7), 0);
}

static void test_names(void **state) {
    (void)state;
    lb_tree_kind kind = LB_TREE_BALANCED;
    for (int i = 0; i < LB_TREE_KINDS; i++) {
        T_EQUAL(lb_tree_kind_parse(lb_tree_kind_name((lb_tree_kind)i), &kind), LB_OK);
        T_EQUAL(kind, i);
    }
    T_EQUAL(lb_tree_kind_parse("sbnt", &kind), LB_ERR_ARG);
    T_EQUAL(lb_tree_kind_parse("", &kind), LB_ERR_ARG);
    assert_null(lb_tree_kind_name(LB_TREE_KINDS));
}

static void test_refused(void **state) {
    (void)state;
    lb_net *torus = t_net("3x3"), *small = t_net("cube:2");
    lb_why why;
    lb_tree *tree = (lb_tree *)&why;
    T_EQUAL(lb_tree_create(torus, LB_TREE_SBNT_MINR, 0, &tree, &why), LB_ERR_UNSUPPORTED);
    assert_null(tree);
    assert_non_null(strstr(why.text, "sbnt-minr"));
    T_EQUAL(lb_tree_create(torus, LB_TREE_EDGE_DISJOINT, 0, &tree, NULL), LB_ERR_UNSUPPORTED);
    T_EQUAL(lb_tree_create(small, LB_TREE_BINOMIAL, 4, &tree, &why), LB_ERR_ARG);
    assert_string_equal(why.text, "root 4: the last node is 3");
    T_EQUAL(lb_tree_create(small, LB_TREE_KINDS, 0, &tree, &why), LB_ERR_ARG);
    lb_tree_free(NULL);
    lb_net_free(torus);
    lb_net_free(small);
}

/* Sizes that are computed from a node's address are those that come of adding up the tree: every node, every part. */
static void check_sizes(unsigned d, lb_tree_kind kind) {
    char name[16];
    snprintf(name, sizeof name, "cube:%u", d);
    lb_net *net = t_net(name);
    lb_tree *tree = tree_on(net, kind, 0);
    uint32_t n = UINT32_C(1) << d, *size = malloc(n * sizeof *size), *at = malloc((n + 1) * sizeof *at);
    assert_non_null(size);
    assert_non_null(at);
    uint32_t count = 0;
    for (unsigned level = d + 1; level-- > 0;) { /* the farthest first */
        for (uint32_t v = 0; v < n; v++) {
            if ((unsigned)__builtin_popcount(v) == level)
                at[count++] = v;
        }
    }
    for (unsigned part = 0; part < lb_tree_parts(tree); part += 1 + d / 4) {
        for (uint32_t v = 0; v < n; v++)
            size[v] = 1;
        for (uint32_t i = 0; i + 1 < n; i++)
            size[lb_tree_parent(tree, part, at[i])] += size[at[i]];
        t_note("d = %u, %s, part %u", d, lb_tree_kind_name(kind), part);
        for (uint32_t v = 0; v < n; v++)
            T_EQUAL(lb_tree_size(tree, part, v), size[v]);
    }
    free(at);
    free(size);
    lb_tree_free(tree);
    lb_net_free(net);
}

static void test_sizes(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= (T_SLOW ? 9 : 12); d++) {
        for (int kind = LB_TREE_SBNT_MINR; kind <= LB_TREE_SBG_MAXBR; kind++)
            check_sizes(d, (lb_tree_kind)kind);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_index_examples),
        cmocka_unit_test(test_definitions),
        cmocka_unit_test(test_agreement),
        cmocka_unit_test(test_tori),
        cmocka_unit_test(test_edge_disjoint),
        cmocka_unit_test(test_table_1),
        cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_fan_out),
        cmocka_unit_test(test_subset_condition),
        cmocka_unit_test(test_lemma_11),
        cmocka_unit_test(test_forwarding_rule),
        cmocka_unit_test(test_necklace_counts),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
