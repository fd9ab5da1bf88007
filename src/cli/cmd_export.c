/* linkbound export FORMAT TASK NETWORK: a plan in another tool's format. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream */
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/source.h"
#include "cli/units.h"
#include "cli/whole_file.h"
#include "linkbound-export.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int find_format(const cli_args *args, lb_format *format) {
    const char *names[LB_FORMATS];
    for (int i = 0; i < LB_FORMATS; i++)
        names[i] = lb_format_name((lb_format)i);
    if (lb_format_parse(args->operand[0], format) == LB_OK)
        return CLI_OK;
    return cli_fail_unknown("format", args->operand[0], names, LB_FORMATS);
}

/* --bytes alone is for goal and chakra, and leaves the clock alone. */
static cli_args without_bytes(const cli_args *args) {
    cli_args a = *args;
    if (!cli_given(args, OPT_TAU) && !cli_given(args, OPT_BETA))
        a.given[OPT_BYTES] = false;
    return a;
}

/* With a cost: how long the plan takes by it. Not where the export itself is printed. */
static int put_time(const cli_args *args, const lb_plan *plan, const lb_cost *cost) {
    lb_timing timing;
    lb_why why = {""};
    char text[64];
    if (!cost || !args->output || strcmp(args->output, "-") == 0 || cli_given(args, OPT_QUIET))
        return CLI_OK;
    int error = lb_simulate(plan, cost, &(lb_check_options){.checked = true}, &timing, &why);
    if (error)
        return cli_fail_why(error, &why);
    if (args->nanoseconds)
        cli_nanoseconds_text(lb_ratio_value(timing.makespan), " ", text, sizeof text);
    else
        snprintf(text, sizeof text, "%.6g", lb_ratio_value(timing.makespan));
    printf("%s: predicted time %s\n", args->output, text);
    lb_timing_free(&timing);
    return CLI_OK;
}

/* The plan, or of a format that has a file for each rank that of one. */
static int write_file(const cli_args *args, lb_format format, const lb_plan *plan, const lb_export_options *options,
                      const char *path) {
    lb_why why = {""};
    char *data = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&data, &size);
    if (!memory)
        return cli_fail_why(LB_ERR_MEMORY, NULL);
    cli_wait_begin("exporting", cli_given(args, OPT_QUIET));
    int error = lb_export(memory, plan, format, options, &why);
    bool broken = ferror(memory) != 0;
    if ((fclose(memory) || broken) && !error)
        error = LB_ERR_MEMORY;
    cli_wait_end();
    int status = error ? cli_fail_why(error, &why) : cli_write_whole(path, data, size);
    free(data);
    return status;
}

/* BASE.0.et, BASE.1.et and so on. */
static int write_traces(const cli_args *args, const lb_plan *plan, lb_export_options *options) {
    uint32_t nodes = lb_net_nodes(lb_plan_net(plan));
    size_t room = strlen(args->output) + 16;
    char *path = malloc(room);
    int status = path ? CLI_OK : cli_fail_why(LB_ERR_MEMORY, NULL);
    for (options->rank = 0; options->rank < nodes && !status; options->rank++) {
        snprintf(path, room, "%s.%" PRIu32 ".et", args->output, options->rank);
        status = write_file(args, LB_EXPORT_CHAKRA, plan, options, path);
    }
    for (uint32_t rank = nodes; !status; rank++) { /* of an earlier, larger export: they would be read with these */
        snprintf(path, room, "%s.%" PRIu32 ".et", args->output, rank);
        if (remove(path) != 0)
            break;
    }
    free(path);
    return status;
}

static int write_plan(const cli_args *args, lb_format format, const lb_plan *plan, const lb_cost *cost) {
    lb_export_options options = {.bytes = args->bytes, .cost = cost, .unit = args->nanoseconds ? 1e-3 : 1};
    if (format == LB_EXPORT_CHAKRA)
        return write_traces(args, plan, &options);
    return write_file(args, format, plan, &options, args->output ? args->output : "-");
}

static int check_words(const cli_args *args, lb_format format) {
    bool rated = cli_given(args, OPT_TAU) || cli_given(args, OPT_BETA);
    if (cli_given(args, OPT_BYTES) && args->bytes == 0)
        return cli_fail("--bytes 0: a message of 0 bytes: there is nothing to send");
    if (cli_given(args, OPT_BYTES) && !rated && format != LB_EXPORT_GOAL && format != LB_EXPORT_CHAKRA)
        return cli_fail("--bytes without --tau and --beta is for goal and chakra: %s knows no sizes",
                        lb_format_name(format));
    if (format == LB_EXPORT_CHAKRA && (!args->output || strcmp(args->output, "-") == 0))
        return cli_fail("export chakra: -o BASE, please: there is a file for each rank, BASE.0.et and so on");
    return CLI_OK;
}

static int run(const cli_args *args) {
    cli_source source = {.job.plan = NULL};
    cli_args a = without_bytes(args);
    lb_format format = LB_EXPORT_DOT;
    int status = find_format(args, &format);
    if (!status)
        status = check_words(args, format);
    if (!status)
        status = cli_source_check(&a, 1);
    if (!status)
        status = cli_source_make(&a, 1, &source);
    if (!status)
        status = write_plan(args, format, source.job.plan, cli_source_cost(&source));
    if (!status)
        status = put_time(args, source.job.plan, cli_source_cost(&source));
    cli_source_free(&source);
    return status;
}

const cli_command cli_export = {
    .name = "export",
    .usage = "FORMAT TASK NETWORK [-o FILE] [OPTION...]",
    .summary = "a plan in another tool's format: dot, csv, msccl, goal and more",
    .options = CLI_OPTIONS(OPTS_TASK, OPTS_ALGO, OPTS_COST, OPTS_CHECK, OPTS_LOOK, OPT_PACKETS, OPT_CLOCK, OPT_SCHEDULE,
                           OPT_NETWORK, OPT_OUTPUT, OPT_QUIET),
    .min_operands = 1,
    .max_operands = 4,
    .run = run,
    .help = "dot: Graphviz. csv: a row for every block in every packet. msccl: MSCCL XML,\n"
            "which NCCL and RCCL with MSCCL load; allgather, allreduce, reduce-scatter,\n"
            "alltoall, broadcast, reduce, gather, scatter. goal: GOAL, for LogGOPSim;\n"
            "--bytes M sets the size. trace: Chrome's trace events, for Perfetto and\n"
            "chrome://tracing; with a cost by the linear clock. mscclpp: MSCCL++ execution\n"
            "plans, for allgather, allreduce, reduce-scatter, alltoall, broadcast. chakra:\n"
            "execution traces for ASTRA-sim, a file for each rank: -o BASE, --bytes M.\n"
            "With a cost and -o the predicted time is printed.\n"
            "The plan is made and checked as by linkbound plan.\n"
            "  linkbound export dot broadcast cube:4 | neato -n -Tsvg >broadcast.svg\n"
            "  linkbound export msccl allreduce cube:3 -o allreduce.xml\n"
            "  linkbound export goal alltoall 4x4 --bytes 4K -o alltoall.goal\n"
            "  linkbound export mscclpp allreduce complete:8 -o allreduce.json\n"
            "  linkbound export chakra allreduce 4x4 --bytes 1M -o allreduce\n"
            "  linkbound export trace alltoall 4x4 -o alltoall.json\n",
};
