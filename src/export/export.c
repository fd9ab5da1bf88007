/* lb_export: which format. What is written is made in memory first, so that a failure leaves nothing. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream */
#include "export/formats.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    lb_writer *write;
} formats[LB_FORMATS] = {
    [LB_EXPORT_DOT] = {"dot", lb_export_dot},          [LB_EXPORT_CSV] = {"csv", lb_export_csv},
    [LB_EXPORT_MSCCL] = {"msccl", lb_export_msccl},    [LB_EXPORT_GOAL] = {"goal", lb_export_goal},
    [LB_EXPORT_TRACE] = {"trace", lb_export_trace},    [LB_EXPORT_MSCCLPP] = {"mscclpp", lb_export_mscclpp},
    [LB_EXPORT_CHAKRA] = {"chakra", lb_export_chakra},
};

#define MOST_MOVES (UINT64_C(1) << 23)

int lb_format_parse(const char *name, lb_format *format) {
    for (int i = 0; i < LB_FORMATS; i++) {
        if (strcmp(name, formats[i].name) == 0) {
            *format = (lb_format)i;
            return LB_OK;
        }
    }
    return LB_ERR_ARG;
}

const char *lb_format_name(lb_format format) {
    return formats[format].name;
}

int lb_export(FILE *out, const lb_plan *plan, lb_format format, const lb_export_options *options, lb_why *why) {
    const lb_export_options none = {.bytes = 0};
    char *text = NULL;
    size_t size = 0;
    if (lb_plan_moves(plan) > MOST_MOVES)
        return lb_fail(why, LB_ERR_SIZE, "a plan of %" PRIu64 " moves is too large to export; up to %" PRIu64 " can be",
                       lb_plan_moves(plan), MOST_MOVES);
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return lb_fail_memory(why, "the export");
    int error = formats[format].write(memory, plan, options ? options : &none, why);
    bool whole = ferror(memory) == 0;
    if ((fclose(memory) || !whole) && !error)
        error = lb_fail_memory(why, "the export");
    if (!error && fwrite(text, 1, size, out) != size)
        error = lb_fail(why, LB_ERR_IO, "the export could not be written");
    free(text);
    return error;
}
