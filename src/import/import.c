/* Which format a file has, and its reader. */
#include "import/import.h"

#include "file/read.h"
#include "import/chakra.h"
#include "import/messages.h"
#include "import/readers.h"
#include "import/recognise.h"
#include "task/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_BYTES = 4096, MORE_BYTES = 1 << 24 };
#define MEMORY (UINT64_C(4) << 30)

static const struct {
    const char *name;
    lb_page_reader *read;
} formats[LB_IMPORT_FORMATS] = {
    [LB_IMPORT_OWN] = {"schedule file", NULL},
    [LB_IMPORT_MSCCL] = {"MSCCL XML", lb_import_msccl},
    [LB_IMPORT_CSV] = {"CSV", lb_import_csv},
    [LB_IMPORT_TECCL] = {"TE-CCL JSON", lb_import_teccl},
    [LB_IMPORT_FORESTCOLL] = {"ForestColl XML", lb_import_forestcoll},
    [LB_IMPORT_MSCCLPP] = {"MSCCL++ JSON", lb_import_mscclpp},
    [LB_IMPORT_GOAL] = {"GOAL", lb_import_goal},
    [LB_IMPORT_CHAKRA] = {"Chakra", lb_import_chakra},
};

const char *lb_import_format_name(lb_import_format format) {
    return (unsigned)format < LB_IMPORT_FORMATS ? formats[format].name : "unknown";
}

/* Looks at the first bytes, and at more where those do not tell: a name may be long, but what comes after so much is
 * for our own reader, whose files may be of any size. */
static int recognise(lb_input *input, lb_import_format *format, lb_why *why) {
    lb_recognised known = LB_MORE;
    int error = LB_OK;
    for (uint64_t most = FIRST_BYTES; known == LB_MORE && !error; most = MORE_BYTES) {
        lb_page page;
        error = lb_page_take(&page, input, most, why);
        if (!error)
            known = lb_recognise(&page, page.size < most || most == MORE_BYTES, format);
        lb_page_free(&page);
    }
    return error ? error : known == LB_REFUSED ? LB_ERR_UNSUPPORTED : LB_OK;
}

/* Pipes are not looked at: that would be gone. */
int lb_import_format_of(const char *path, lb_import_format *format, lb_why *why) {
    lb_input input;
    *format = LB_IMPORT_OWN;
    if (!lb_page_is_lasting(path))
        return LB_OK;
    int error = lb_input_open(&input, path, false, why);
    if (error)
        return error;
    error = recognise(&input, format, why);
    lb_input_close(&input);
    return error;
}

/* A file that says itself what its root is must agree. */
static int check_root(const lb_page *page, const lb_import_options *o, const lb_plan *plan) {
    const lb_task *task = lb_plan_task(plan);
    if (!o->rooted || !lb_task_is_rooted(lb_task_kind_of(task)))
        return LB_OK;
    uint32_t root = lb_task_params_of(task).root;
    return root == o->root ? LB_OK : lb_page_fail(page, 0, "its root is %" PRIu32 ", not %" PRIu32, root, o->root);
}

static lb_import_options settle(const lb_import_options *options) {
    lb_import_options o = options ? *options : (lb_import_options){.net = NULL};
    o.memory = o.memory ? o.memory : MEMORY;
    if (o.report)
        *o.report = (lb_report){.rule = LB_RULE_NONE};
    return o;
}

/* What was read is what may be read. */
static int conclude(const lb_page *page, const lb_import_options *o, lb_imported *out, int error) {
    if (!error && out->plan)
        error = check_root(page, o, out->plan);
    if (!error && out->messages && !o->unnamed)
        error = lb_fail(page->why, LB_ERR_UNSUPPORTED,
                        "%s: %s does not name its data: it can be checked for its order and simulated, nothing else",
                        page->shown, lb_import_format_name(out->format));
    if (error)
        lb_imported_free(out);
    if (error && o->report)
        lb_report_free(o->report);
    if (error != LB_ERR_CHECK)
        out->rule = NULL;
    return error;
}

static int read_page(lb_page *page, const lb_import_options *options, lb_imported *out) {
    lb_import_options o = settle(options);
    page->out = out;
    page->report = o.report;
    return conclude(page, &o, out, formats[out->format].read(page, &o, out));
}

static int read_traces(const char *path, const lb_import_options *options, lb_imported *out, lb_why *why) {
    lb_import_options o = settle(options);
    lb_page page = {.why = why};
    lb_show_path(path, page.shown);
    return conclude(&page, &o, out, lb_import_chakra_files(path, &o, out, why));
}

static int read_own(const lb_input *input, lb_imported *out, lb_why *why) {
    lb_reader reader;
    int error = lb_reader_open_input(&reader, input, 0, why);
    return error ? error : lb_plan_load(&reader, &out->plan, why);
}

static int read_other(lb_input *input, const char *path, const lb_import_options *options, lb_imported *out,
                      lb_why *why) {
    lb_page page;
    if (out->format == LB_IMPORT_CHAKRA)
        return read_traces(path, options, out, why);
    int error = lb_page_take(&page, input, LB_PAGE_MAX, why);
    if (!error)
        error = read_page(&page, options, out);
    lb_page_free(&page);
    return error;
}

/* What comes from a pipe is kept as it is read, so that it can be looked at first. */
int lb_import(const char *path, const lb_import_options *options, lb_imported *out, lb_why *why) {
    lb_input input;
    *out = (lb_imported){.plan = NULL};
    int error = lb_input_open(&input, path, true, why);
    if (error)
        return error;
    error = recognise(&input, &out->format, why);
    if (!error && out->format == LB_IMPORT_OWN)
        return read_own(&input, out, why); /* who closes the input */
    if (!error)
        error = read_other(&input, path, options, out, why);
    lb_input_close(&input);
    return error;
}

int lb_import_bytes(const void *bytes, size_t size, const lb_import_options *options, lb_imported *out, lb_why *why) {
    lb_page page;
    lb_reader reader;
    *out = (lb_imported){.plan = NULL};
    int error = lb_page_copy(&page, bytes, size, why);
    if (!error && lb_recognise(&page, true, &out->format) == LB_REFUSED)
        error = LB_ERR_UNSUPPORTED;
    if (!error && out->format != LB_IMPORT_OWN)
        error = read_page(&page, options, out);
    else if (!error)
        error = lb_reader_open_memory(&reader, bytes, size, options ? options->memory : 0, why);
    if (!error && out->format == LB_IMPORT_OWN)
        error = lb_plan_load(&reader, &out->plan, why);
    lb_page_free(&page);
    return error;
}

void lb_imported_free(lb_imported *imported) {
    lb_plan_free(imported->plan);
    lb_messages_free(imported->messages);
    imported->plan = NULL;
    imported->messages = NULL;
}
