/* Machines in terms of their nodes. What goes over the links of a node is for all of its p processes, and the links'
 * bound is that of a node with so much more in a block (docs/machines.md): sums and copies of one message are made
 * inside, so that a broadcast, reduce, allreduce or scan is as long as of one process; a block of a process becomes p,
 * and of an all-to-all, where every process of one node has a block for every process of another, p*p. Memory, for its
 * part, must take in what the processes have and give out what they get, once each.
 *
 * Of a scan with two processes or more on every node the nodes do an exscan: the first process of a node wants what the
 * nodes before have, without what the others beside it have. */
#include "cli/slots.h"

#include "cli/say.h"

#include <inttypes.h>
#include <stdio.h>

enum { MOST_SLOTS = 1 << 16 };

lb_task_kind cli_slots_kind(const cli_args *args, lb_task_kind kind) {
    return kind == LB_SCAN && cli_given(args, OPT_SLOTS) && args->slots > 1 ? LB_EXSCAN : kind;
}

/* Blocks of processes in a block of the node. */
static uint64_t blocks_of(lb_task_kind kind, uint64_t slots) {
    switch (kind) {
    case LB_BROADCAST:
    case LB_MULTIBROADCAST:
    case LB_REDUCE:
    case LB_ALLREDUCE:
    case LB_SCAN:
    case LB_EXSCAN: return 1;
    case LB_ALLTOALL: return slots * slots;
    default: return slots;
    }
}

/* Blocks that all processes of the busiest node have, and get. LB_NONE-like 0: not said, it depends on the lists. */
static uint64_t touched(lb_task_kind kind, uint64_t slots, uint64_t all) {
    switch (kind) {
    case LB_BROADCAST:
    case LB_REDUCE: return slots + 1;
    case LB_ALLREDUCE:
    case LB_SCAN:
    case LB_EXSCAN: return 2 * slots;
    case LB_SCATTER:
    case LB_GATHER: return all + slots; /* of the root's node */
    case LB_ALLGATHER:
    case LB_REDUCE_SCATTER: return slots * (all + 1);
    case LB_ALLTOALL: return 2 * slots * all;
    default: return 0;
    }
}

int cli_slots_apply(const cli_args *args, lb_task_kind kind, uint32_t nodes, cli_args *own, cli_machine *machine) {
    *own = *args;
    *machine = (cli_machine){0, 1, 0, false, false};
    if (!cli_given(args, OPT_SLOTS))
        return CLI_OK;
    if (args->slots == 0 || args->slots > MOST_SLOTS)
        return cli_fail("--slots %" PRIu32 ": from 1 to %d processes on a node", args->slots, MOST_SLOTS);
    machine->slots = args->slots;
    machine->blocks = blocks_of(kind, args->slots);
    machine->before = kind == LB_EXSCAN;
    bool counted = cli_given(args, OPT_PACKETS), unit = counted || !cli_given(args, OPT_BYTES);
    uint64_t packets = counted ? args->packets : 1, times = touched(kind, args->slots, (uint64_t)args->slots * nodes);
    if (__builtin_mul_overflow(args->bytes, machine->blocks, &own->bytes) ||
        __builtin_mul_overflow(packets, machine->blocks, &packets) || own->bytes > INT64_MAX || packets > INT64_MAX)
        return cli_fail("--slots %" PRIu32 ": the blocks of a node are too large", args->slots);
    if (unit) {
        own->packets = packets;
        own->given[OPT_PACKETS] = true;
    }
    machine->memory_known =
        cli_given(args, OPT_BYTES) && times > 0 && !__builtin_mul_overflow(args->bytes, times, &machine->memory);
    return CLI_OK;
}

void cli_slots_text(const cli_machine *machine, char *buffer, size_t size) {
    int length = 0;
    buffer[0] = '\0';
    if (machine->slots == 0)
        return;
    length = snprintf(buffer, size, "%" PRIu32 " process%s on every node: a block of a node is ", machine->slots,
                      machine->slots == 1 ? "" : "es");
    if (length >= 0 && (size_t)length < size && machine->blocks == 1)
        length += snprintf(buffer + length, size - (size_t)length, "as long as one of theirs");
    else if (length >= 0 && (size_t)length < size)
        length += snprintf(buffer + length, size - (size_t)length, "%" PRIu64 " of theirs", machine->blocks);
    if (machine->before && length >= 0 && (size_t)length < size)
        length += snprintf(buffer + length, size - (size_t)length, ", and it gets what the nodes before have (exscan)");
    if (machine->memory_known && length >= 0 && (size_t)length < size)
        snprintf(buffer + length, size - (size_t)length,
                 "; a node's memory must take in and give out %" PRIu64 " bytes", machine->memory);
}
