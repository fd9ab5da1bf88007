/* The table of all algorithms. */
#ifndef LB_ALGO_TABLE_H
#define LB_ALGO_TABLE_H

#include "algo/faulty/algorithms.h" /* lb_algo_plan, which is the table's but must be known there */

/* index below lb_algorithms() */
#define LB_MOST_ALGORITHMS 128
const lb_algo *lb_algo_at(size_t index);

/* What was not given, filled in; an error where what was given makes no sense. */
int lb_fill_options(const lb_task *task, const lb_plan_options *given, lb_plan_options *o, lb_why *why);

/* Microseconds that an effort stands for, about. */
uint64_t lb_effort_work(int effort);

/* With options that are filled in. Why an algorithm cannot do it, as a clause; NULL when it can. */
const char *lb_algo_obstacle(const lb_algo *algo, const lb_task *task, const lb_plan_options *options);
int lb_algo_build(const lb_algo *algo, const lb_task *task, const lb_plan_options *options, lb_plan **plan,
                  lb_why *why);
int lb_algo_formula(const lb_algo *algo, const lb_task *task, const lb_plan_options *options, lb_formula *formula);

#endif
