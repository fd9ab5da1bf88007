/* What several test programs need: sample networks and tasks, a plan's moves as an array, checks that say which case
 * failed. Everything asserts through cmocka, so nothing here returns an error. */
#ifndef LB_TEST_SUPPORT_H
#define LB_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linkbound.h"

/* Sanitizers take ten times as long: the same tests then go less far. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define T_SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define T_SLOW 1
#endif
#endif
#ifndef T_SLOW
#define T_SLOW 0
#endif
#define T_SPARSE (T_SLOW ? 5 : 1) /* of a sample, every so many-th */

#define T_COUNT(array) (sizeof(array) / sizeof(array)[0])

/* What is being tried, printed when a T_EQUAL or T_TRUE fails. */
void t_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void t_equal(uint64_t left, uint64_t right, const char *what, const char *file, int line);
/* The left side is worked out first, so that the right side may be what it wrote. */
#define T_EQUAL(a, b)                                                                                                  \
    do {                                                                                                               \
        uint64_t t_left = (uint64_t)(a);                                                                               \
        t_equal(t_left, (uint64_t)(b), #a " == " #b, __FILE__, __LINE__);                                              \
    } while (0)
#define T_TRUE(a) t_equal((a) ? 1 : 0, 1, #a, __FILE__, __LINE__)

lb_net *t_net(const char *text);

/* A task of the kind with parameters that are not 0 where that can be helped; lists have repeats. */
lb_task *t_task(const lb_net *net, lb_task_kind kind);
lb_task *t_task_on(const char *text, lb_task_kind kind);

/* NULL where the algorithm says that it cannot; any other failure fails the test. */
lb_plan *t_plan_or_null(const lb_task *task, const lb_plan_options *options);
lb_plan *t_plan(const lb_task *task, const lb_plan_options *options);

/* Every rule must hold. The report's busy array is freed already. */
lb_report t_check(const lb_plan *plan, lb_replay replay);
/* The time of a plan, which is checked, in thousandths of the bound, which it is not below. */
uint64_t t_thousandths(const lb_task *task, const lb_cost *cost, const char *algorithm, int effort);

/* All moves of a plan, their items copied. */
typedef struct t_moves {
    lb_move *at;
    uint64_t count;
    lb_item *items;
} t_moves;

t_moves t_moves_of(const lb_plan *plan);
void t_moves_free(t_moves *moves);
void t_same_move(const lb_move *a, const lb_move *b);
void t_same_moves(const lb_plan *a, const lb_plan *b);

/* What single nodes read that they send is what all moves are. */
void t_check_sends(const lb_plan *plan);

/* Digit by digit, without anything from the library but the radices. */
uint32_t t_add(const lb_net *net, uint32_t a, uint32_t b);

uint64_t t_ceil(uint64_t a, uint64_t b);

/* A number below another, drawn from a state of the test's own: the same ones everywhere. */
static inline uint32_t t_draw(uint64_t *state, uint32_t below) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % below);
}

/* Whether the next case is to be tried: under sanitizers one of every T_SPARSE is, otherwise all are. Drawn, since what
 * follows one another goes in rounds. */
bool t_taken(void);

/* Calls visit for every plan that any algorithm makes on these networks, for every task, port limit, clock and these
 * numbers of packets, with little effort: how good they can be is other tests' matter. Under sanitizers, for one of
 * every T_SPARSE of these. Plans are freed after the visit. */
typedef void (*t_visit)(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm);
typedef struct t_range {
    const char *const *nets;
    size_t net_count;
    const uint64_t *packets;
    size_t packet_count;
} t_range;
void t_each_plan(const t_range *range, t_visit visit);
/* The same without port limits. */
void t_each_free_plan(const t_range *range, t_visit visit);

#endif
