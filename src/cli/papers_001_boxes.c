/* 001's boxes: for each the formula, what it is compared with, and the least highest-order term of section 9. */
#include "cli/papers_001_formulas.h"

/* ---- section 9: a/|S| ---- */

static int by_links(const p001_case *c, lb_ratio *order) {
    return lb_ratio_make(1, c->d, order);
}
static int by_messages(const p001_case *c, lb_ratio *order) {
    return lb_ratio_make((UINT64_C(1) << c->d) - 1, c->d, order);
}
static int by_bins(const p001_case *c, lb_ratio *order) {
    return lb_ratio_make((UINT64_C(1) << c->d) - 1, (uint64_t)c->d << c->d, order);
}
static int by_cut(const p001_case *c, lb_ratio *order) {
    (void)c;
    return lb_ratio_make(1, 1, order);
}
/* The paper prints a = 2^(d-1)*m; the 2^(d-1) nodes of each half send 2^(d-1) messages each, both ways together
 * 2^(2d-1) over 2^d links. */
static int by_exchange(const p001_case *c, lb_ratio *order) {
    return lb_ratio_make(UINT64_C(1) << (2 * c->d - 1), UINT64_C(1) << c->d, order);
}
static int by_half(const p001_case *c, lb_ratio *order) {
    (void)c;
    return lb_ratio_make(1, 2, order);
}

#define ROOT_4  "tau*m/d + 2*sqrt((d-1)/d*beta*tau*m) + (d-1)*beta"
#define ROOT_OC "tau*m/n + 2*sqrt((K(n-1)-1)/n*beta*tau*m) + (n-1)*beta"

const p001_box p001_boxes[P001_BOXES] = {
    {"broadcast_1", "BROADCAST 1", "2", "broadcast-1", "d*tau*m + d*beta", NULL, LB_BROADCAST, P001_CUBE, P001_EQUAL,
     false, false, p001_broadcast_1, by_links},
    {"broadcast_2", "BROADCAST 2", "2", "broadcast-2", "tau*m + d*beta", NULL, LB_BROADCAST, P001_CUBE, P001_EQUAL,
     false, false, p001_broadcast_2, by_links},
    {"broadcast_3a", "BROADCAST 3A", "2", "broadcast-3a", "(d+1)/d*tau*m + (d+1)*beta", NULL, LB_BROADCAST, P001_CUBE,
     P001_EQUAL, false, false, p001_broadcast_3a, by_links},
    {"broadcast_3b", "BROADCAST 3B", "2", "broadcast-3b", "tau*m + d*beta", NULL, LB_BROADCAST, P001_CUBE, P001_EQUAL,
     false, false, p001_broadcast_2, by_links},
    {"broadcast_4", "BROADCAST 4", "2", "broadcast-4", "(d+g-1)*(tau*m/(d*g) + beta)", ROOT_4, LB_BROADCAST, P001_CUBE,
     P001_EQUAL, false, true, p001_broadcast_4, by_links},
    {"oc_send_1", "O.C. SEND 1", "3", "oc-send-1", "n*tau*m + n*beta", NULL, LB_SEND, P001_SEND, P001_EQUAL, false,
     false, p001_oc_send_1, by_links},
    {"oc_send_2", "O.C. SEND 2", "3", "oc-send-2", "tau*m + n*beta", NULL, LB_SEND, P001_SEND, P001_EQUAL, false, false,
     p001_oc_send_2, by_links},
    {"oc_send_3", "O.C. SEND 3", "3", "oc-send-3", "K(n-1)/n*tau*m + n*beta", NULL, LB_SEND, P001_SEND, P001_EQUAL,
     false, false, p001_oc_send_3, by_links},
    {"oc_send_4", "O.C. SEND 4", "3", "oc-send-4", "(g+K(n-1)-1)/(n*g)*tau*m + (g+n-1)*beta", ROOT_OC, LB_SEND,
     P001_SEND, P001_EQUAL, false, true, p001_oc_send_4, by_links},
    {"xoc_send_1", "X.O.C. SEND 1", "4", "xoc-send-1", "(2*n+K(n-1))/n*tau*m + (n+2)*beta", NULL, LB_SEND, P001_ASIDE,
     P001_EQUAL, false, false, p001_xoc_send_1, by_links},
    {"xoc_send_2", "X.O.C. SEND 2", "4", "xoc-send-2", "(g*n+n+K(n-1))/(g*n)*tau*m + (g+n+1)*beta",
     "tau*m + 2*sqrt((n+K(n-1))/n*beta*tau*m) + (n+1)*beta", LB_SEND, P001_ASIDE, P001_EQUAL, false, false,
     p001_xoc_send_2, by_links},
    {"arbitrary_send_1", "ARBITRARY SEND 1", "4", "arbitrary-send-1", "O.C. SEND 4's", ROOT_OC, LB_SEND, P001_SEND,
     P001_EQUAL, false, true, p001_oc_send_4, by_links},
    {"arbitrary_send_2", "ARBITRARY SEND 2", "4", "arbitrary-send-2",
     "(s+g)*(tau*m/(d*g) + beta), s = n+1 for n <= d-2, else d-1", "tau*m/d + 2*sqrt(s/d*beta*tau*m) + s*beta", LB_SEND,
     P001_SEND, P001_AT_MOST, false, true, p001_arbitrary_send_2, by_links},
    {"arbitrary_send_3", "ARBITRARY SEND 3", "4", "arbitrary-send-3",
     "the later of O.C. SEND 4 with n*m/d and X.O.C. SEND 2 with m/d",
     "tau*m/d + 2*sqrt((K(n-1)-1)/d*beta*tau*m) + (n-1)*beta, tau*m/d + 2*sqrt((n+K(n-1))/(d*n)*beta*tau*m) + "
     "(n+1)*beta: the later",
     LB_SEND, P001_SEND, P001_EQUAL, false, true, p001_arbitrary_send_3, by_links},
    {"distribute_1", "DISTRIBUTE 1", "5", "distribute-1", "(2^d-1)/d*tau*m + d*beta", NULL, LB_SCATTER, P001_CUBE,
     P001_EQUAL, false, true, p001_distribute_1, by_messages},
    {"distribute_2", "DISTRIBUTE 2", "5", "distribute-2", "(2^d-1)/d*tau*m + k*beta, k waves", NULL, LB_SCATTER,
     P001_CUBE, P001_LARGE, false, true, p001_distribute_2, by_messages},
    {"collect_1", "COLLECT 1", "5", "collect-1", "(2^d-1)/d*tau*m + d*beta", NULL, LB_GATHER, P001_CUBE, P001_EQUAL,
     false, true, p001_distribute_1, by_messages},
    {"collect_2", "COLLECT 2", "5", "collect-2", "(2^d-1)/d*tau*m + k*beta, k waves", NULL, LB_GATHER, P001_CUBE,
     P001_LARGE, false, true, p001_distribute_2, by_messages},
    {"complete_broadcast", "COMPLETE BROADCAST", "6", "complete-broadcast", "(2^d-1)/d*tau*m + d*beta", NULL,
     LB_ALLGATHER, P001_CUBE, P001_EQUAL, false, true, p001_distribute_1, by_messages},
    {"inversion", "INVERSION", "6", "inversion", "tau*m + d*beta", NULL, LB_PERMUTE, P001_OPPOSITE, P001_EQUAL, false,
     true, p001_broadcast_2, by_cut},
    {"complete_exchange", "COMPLETE EXCHANGE", "6", "complete-exchange", "2^(d-1)*tau*m + d*beta", NULL, LB_ALLTOALL,
     P001_CUBE, P001_EQUAL, false, true, p001_complete_exchange, by_exchange},
    {"permuted_send", "PERMUTED SEND, of v to its opposite", "6", "permuted-send", "tau*m + 2*d*beta", NULL, LB_PERMUTE,
     P001_OPPOSITE, P001_EQUAL, false, true, p001_permuted_send, by_cut},
    {"permuted_send_next", "PERMUTED SEND, of v to v+1", "6", "permuted-send", "tau*m + 2*d*beta", NULL, LB_PERMUTE,
     P001_NEXT, P001_EQUAL, false, false, p001_permuted_send, NULL},
    {"transpose_rows", "MATRIX TRANSPOSITION, stored by rows", "7.1", "transpose-rows",
     "tau*N^2/2^(d+1) + d*beta, N^2 = 2^d*m", NULL, LB_ALLTOALL, P001_CUBE, P001_EQUAL, true, true, p001_transpose_rows,
     by_half},
    {"transpose_blocks", "MATRIX TRANSPOSITION, stored by submatrices", "7.2", "transpose-blocks",
     "(k*p+1)*(tau*m/(2*k*p) + beta), the slowest k <= d/2, N^2 = 2^d*m",
     "tau*N^2/2^(d+1) + 2*sqrt(beta*tau/2^(d+1))*N + beta", LB_PERMUTE, P001_SWAP, P001_EQUAL, false, true,
     p001_transpose_blocks, by_half},
    {"histogram", "HISTOGRAM", "8", "histogram", "(1-2^-d)/d*tau*m + d*beta", NULL, LB_REDUCE_SCATTER, P001_CUBE,
     P001_EQUAL, true, true, p001_histogram, by_bins},
};
