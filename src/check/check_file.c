/* Checking a schedule file as it streams. */
#include "check/check_file.h"
#include "check/source.h"

#include <inttypes.h>

typedef struct file_source {
    lb_source source; /* first: the checker hands its address back */
    lb_reader *reader;
} file_source;

static lb_reader *reader_of(lb_source *source) {
    return ((file_source *)source)->reader;
}

static int next_move(lb_source *source, lb_move *move, lb_why *why) {
    lb_reader *reader = reader_of(source);
    int got = lb_reader_next(reader, move, why);
    source->line = reader->line;
    return got;
}

static int start_again(lb_source *source, lb_why *why) {
    (void)why;
    lb_reader_rewind(reader_of(source));
    source->line = 0;
    return LB_OK;
}

static double done(lb_source *source) {
    return lb_reader_done(reader_of(source));
}

/* The verdict with the place in the file before it. */
static void say_where(const lb_reader *reader, const lb_report *report, lb_why *why) {
    if (report->line)
        lb_explain(why, "%s:%" PRIu64 ": %s", reader->input.shown, report->line, report->text);
    else
        lb_explain(why, "%s: %s", reader->input.shown, report->text);
}

int lb_check_reader(lb_reader *reader, const lb_check_options *options, lb_header *header, lb_report *report,
                    lb_why *why) {
    const lb_header *h = &reader->header;
    int error = lb_reader_count(reader, why);
    file_source file = {
        .source = {.task = h->task,
                   .clock = h->clock,
                   .ports = h->ports,
                   .denominator = h->denominator,
                   .packet = h->packet,
                   .steps = h->steps,
                   .control = h->control_before,
                   .moves = h->moves,
                   .next = next_move,
                   .rewind = start_again,
                   .done = done},
        .reader = reader,
    };
    if (!error)
        error = lb_check_source(&file.source, options, report, why);
    if (error == LB_ERR_CHECK)
        say_where(reader, report, why);
    if (header) {
        *header = *h;
        if (error == LB_OK || error == LB_ERR_CHECK)
            reader->header.task = NULL; /* the caller's now */
        else
            header->task = NULL;
    }
    lb_reader_close(reader);
    return error;
}

int lb_check_file(const char *path, const lb_check_options *options, lb_header *header, lb_report *report,
                  lb_why *why) {
    *report = (lb_report){0};
    lb_reader reader;
    if (header)
        header->task = NULL;
    int error = lb_reader_open(&reader, path, options ? options->memory : 0, true, why);
    return error ? error : lb_check_reader(&reader, options, header, report, why);
}
