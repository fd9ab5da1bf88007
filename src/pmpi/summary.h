/* What is kept for the summary. */
#ifndef LB_PMPI_SUMMARY_H
#define LB_PMPI_SUMMARY_H

#include "pmpi/shim.h"

typedef struct lb_summary_row {
    lb_task_kind kind;
    char algorithm[40];
    uint64_t plans, calls, bytes;
    double ours, usual; /* of those calls for which both are known */
} lb_summary_row;

enum { LB_ENTRIES = 128 };
extern lb_summary_row lb_entries[LB_ENTRIES];
extern unsigned lb_entry_count;
extern _Atomic uint64_t lb_taken_calls[LB_VERB_COUNT], lb_taken_bytes[LB_VERB_COUNT],
    lb_left_calls[LB_VERB_COUNT][LB_LEFT_REASONS];

#endif
