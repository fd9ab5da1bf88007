/* Linkbound: plans in the formats of other tools.
 *
 *     lb_export(stdout, plan, LB_EXPORT_DOT, NULL, NULL);
 *
 * Errors and memory are as in linkbound.h. docs/exports.md says what the formats hold. */
#ifndef LINKBOUND_EXPORT_H
#define LINKBOUND_EXPORT_H

#include "linkbound.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lb_format {
    LB_EXPORT_DOT,     /* Graphviz: nodes, and an edge for every link that is used, with its steps */
    LB_EXPORT_CSV,     /* one row for every block or piece in every packet */
    LB_EXPORT_MSCCL,   /* MSCCL XML, which NCCL and RCCL with MSCCL load */
    LB_EXPORT_GOAL,    /* GOAL, the schedules of LogGOPSim */
    LB_EXPORT_TRACE,   /* Chrome's trace events, for Perfetto and chrome://tracing */
    LB_EXPORT_MSCCLPP, /* MSCCL++ execution plans */
    LB_EXPORT_CHAKRA,  /* Chakra's execution traces, of one rank: bytes, not text */
    LB_FORMATS
} lb_format;

typedef struct lb_export_options {
    uint64_t
        bytes; /* goal and chakra: one block, as lb_cost.bytes; 0: one byte for each piece that the plan knows of one */
    const lb_cost *cost; /* trace: times on the linear clock; NULL: a step of the unit clock is a microsecond */
    double unit;         /* trace: microseconds in a unit of the cost's times; 0: 1 */
    uint32_t rank;       /* chakra: whose trace */
} lb_export_options;

/* "dot" and so on; LB_ERR_ARG for an unknown name. */
LB_API int lb_format_parse(const char *name, lb_format *format);
LB_API const char *lb_format_name(lb_format format);

/* Writes the plan, which is taken to be valid (lb_check_plan). LB_ERR_UNSUPPORTED: the format has no words for this
 * task; LB_ERR_SIZE: it is beyond the format's limits. Nothing is written then. options may be NULL. */
LB_API int lb_export(FILE *out, const lb_plan *plan, lb_format format, const lb_export_options *options, lb_why *why);

#ifdef __cplusplus
}
#endif

#endif
