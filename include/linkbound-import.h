/* Linkbound: schedules in the formats of other tools, read, judged and made into plans.
 *
 *     lb_imported it;
 *     if (lb_import("allreduce.xml", NULL, &it, &why) == LB_OK)
 *         printf("%u steps\n", lb_plan_steps(it.plan));
 *
 * Errors and memory are as in linkbound.h. docs/schedules.md says what is read of each format, and how it is judged. */
#ifndef LINKBOUND_IMPORT_H
#define LINKBOUND_IMPORT_H

#include "linkbound.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lb_import_format {
    LB_IMPORT_OWN,        /* our own schedule files */
    LB_IMPORT_MSCCL,      /* MSCCL XML */
    LB_IMPORT_CSV,        /* CSV, as lb_export writes it */
    LB_IMPORT_TECCL,      /* TE-CCL's JSON */
    LB_IMPORT_FORESTCOLL, /* ForestColl's trees */
    LB_IMPORT_MSCCLPP,    /* MSCCL++ execution plans */
    LB_IMPORT_GOAL,       /* GOAL, the schedules of LogGOPSim */
    LB_IMPORT_CHAKRA,     /* Chakra's execution traces, a file for each rank: give one of them */
    LB_IMPORT_FORMATS
} lb_import_format;

typedef struct lb_import_options {
    const lb_net *net; /* the network it is to be on; NULL: the one whose links it uses */
    bool rooted;       /* `root` is what the root must be, where the task has one; else what the file suggests */
    uint32_t root;
    uint64_t memory;   /* bytes that judging may take; 0: 4 GiB */
    bool unnamed;      /* takes files as well that do not name their data: `messages` then, and no plan */
    lb_report *report; /* what checking the plan found, of files of other tools; NULL: nobody asks */
} lb_import_options;

/* What ranks send each other, by a file that does not say what the data is: GOAL of other tools, and Chakra. It can be
 * held against its own order and timed; whether it does what it is for, nobody can tell. */
typedef struct lb_messages lb_messages;

typedef struct lb_imported {
    lb_import_format format;
    lb_plan *plan;
    lb_messages *messages; /* of files that do not name their data; else NULL */
    uint32_t room;         /* messages that a connection must hold; 0: the format has no connections */
    const char *rule;      /* LB_ERR_CHECK: which is broken; else NULL */
    uint64_t line;         /* LB_ERR_CHECK: where; 0: no one line is to blame */
    lb_why limit;          /* MSCCL XML: where the loaders of current runtimes would refuse it; "": nowhere */
} lb_imported;

/* "schedule file", "MSCCL XML" and so on. */
LB_API const char *lb_import_format_name(lb_import_format format);

/* Which format a file has, by its first bytes. Of a pipe those would be gone then: it is said to be our own. */
LB_API int lb_import_format_of(const char *path, lb_import_format *format, lb_why *why);

/* Reads a file of any of these formats, or from a pipe, or standard input ("-"); options may be NULL. LB_ERR_CHECK: it
 * breaks a rule, "FILE:LINE: rule: sentence"; LB_ERR_FORMAT: it cannot be read; LB_ERR_UNSUPPORTED: it does what no
 * plan of ours can hold, or does not name its data. The plan of our own files is not checked, see lb_check_plan; of
 * others it is. Of messages, every send has its receive, of as many bytes, nothing waits for ever, and the links are
 * there. */
LB_API int lb_import(const char *path, const lb_import_options *options, lb_imported *out, lb_why *why);
LB_API void lb_imported_free(lb_imported *imported);

typedef struct lb_messages_facts {
    uint32_t ranks;
    uint64_t messages, bytes; /* that cross links */
    const lb_net *net;        /* the one asked for, or made of the links; NULL: they make none that is supported */
    bool unbuffered;          /* it comes to its end even if every send waits until it is received */
} lb_messages_facts;
LB_API lb_messages_facts lb_messages_about(const lb_messages *messages);

/* How long they take when s bytes cost tau*s+beta on a link, which has one message at a time, in the order in which
 * they are ready; cost->bytes is not looked at. Local work has its own times. `step` of a hop is the message's tag;
 * `busy` stays empty. lb_timing_free frees what is told. */
LB_API int lb_messages_time(const lb_messages *messages, const lb_cost *cost, lb_timing *timing, lb_why *why);

#ifdef __cplusplus
}
#endif

#endif
