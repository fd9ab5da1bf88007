/* linkbound corpus DIR: right and wrong schedules, and what a judge must say of each. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream, and mkdir */
#include "cli/commands.h"
#include "cli/corpus.h"
#include "cli/say.h"
#include "cli/whole_file.h"
#include "out/json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const extensions[CORPUS_FORMATS] = {"jsonl", "csv",        "xml",      "json",
                                                       "goal",  "teccl.json", "trees.xml"};

/* DIR/NAME.EXTENSION. */
static int put_file(const char *folder, const char *name, const char *extension, const char *data, size_t size) {
    size_t room = strlen(folder) + strlen(name) + strlen(extension) + 3;
    char *path = malloc(room);
    if (!path)
        return cli_fail_why(LB_ERR_MEMORY, NULL);
    snprintf(path, room, "%s/%s.%s", folder, name, extension);
    int status = cli_write_whole(path, data, size);
    free(path);
    return status;
}

static int write_schedule(FILE *out, const corpus_schedule *s, corpus_format format) {
    switch (format) {
    case CORPUS_OWN: corpus_write_own(out, s); break;
    case CORPUS_CSV: corpus_write_csv(out, s); break;
    case CORPUS_MSCCL: return corpus_write_msccl(out, s);
    case CORPUS_MSCCLPP: corpus_write_mscclpp(out, s); break;
    case CORPUS_GOAL: corpus_write_goal(out, s); break;
    case CORPUS_TECCL: corpus_write_teccl(out, s); break;
    case CORPUS_FORESTCOLL: corpus_write_forestcoll(out, s); break;
    default: break;
    }
    return LB_OK;
}

static int put_schedule(const char *folder, const corpus_schedule *s, corpus_format format) {
    char *data = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&data, &size);
    int error = out ? LB_OK : LB_ERR_MEMORY;
    if (out)
        error = write_schedule(out, s, format);
    if (out && fclose(out))
        error = LB_ERR_MEMORY;
    int status = error ? cli_fail_why(error, NULL) : put_file(folder, s->name, extensions[format], data, size);
    free(data);
    return status;
}

/* What is said of the files beside them: verdicts, and what there is no file of. */
typedef struct list {
    FILE *out;
    char *data;
    size_t size;
} list;

static void put_format(const corpus_schedule *s, corpus_format f, const char *folder, list lists[2], int *status,
                       unsigned *files) {
    const char *why_not = corpus_why_not(s, f);
    if (why_not) {
        fprintf(lists[1].out, "%s.%s\t%s\n", s->name, extensions[f], why_not);
        return;
    }
    *status = put_schedule(folder, s, f);
    fprintf(lists[0].out, "%s.%s\t%s\t%s\n", s->name, extensions[f], s->network, s->verdict);
    ++*files;
}

static int put_all(const char *folder, list lists[2], unsigned *files) {
    int status = CLI_OK;
    fputs("file\tnetwork\tverdict\n", lists[0].out);
    fputs("file\twhy there is none\n", lists[1].out);
    for (unsigned k = 0; k < corpus_count() && !status; k++) {
        corpus_schedule s;
        if (corpus_make(k, &s))
            status = cli_fail_why(LB_ERR_MEMORY, NULL);
        for (int f = 0; f < CORPUS_FORMATS && !status; f++)
            put_format(&s, (corpus_format)f, folder, lists, &status, files);
        corpus_free(&s);
    }
    return status;
}

static int run(const cli_args *args) {
    static const char *const names[] = {"verdicts", "absent"};
    const char *folder = args->operand[0];
    list lists[2] = {{.out = NULL}};
    unsigned files = 0;
    if (mkdir(folder, 0777) && errno != EEXIST)
        return cli_fail("%.200s: the folder cannot be made: %s", folder, strerror(errno));
    for (int k = 0; k < 2; k++)
        lists[k].out = open_memstream(&lists[k].data, &lists[k].size);
    int status = lists[0].out && lists[1].out ? put_all(folder, lists, &files) : cli_fail_why(LB_ERR_MEMORY, NULL);
    for (int k = 0; k < 2; k++) {
        if (lists[k].out && fclose(lists[k].out) && !status)
            status = cli_fail_why(LB_ERR_MEMORY, NULL);
        if (!status)
            status = put_file(folder, names[k], "tsv", lists[k].data, lists[k].size);
        free(lists[k].data);
    }
    if (!status && cli_given(args, OPT_JSON)) {
        out_json json = {.out = stdout};
        out_json_open(&json, NULL, '{');
        out_json_text(&json, "folder", folder);
        out_json_number(&json, "schedules", files);
        out_json_text(&json, "verdicts", "verdicts.tsv");
        out_json_end(&json);
    } else if (!status && !cli_given(args, OPT_QUIET)) {
        printf("%s: %u schedules, and verdicts.tsv\n", folder, files);
    }
    return status;
}

const cli_command cli_corpus = {
    .name = "corpus",
    .usage = "DIR [OPTION...]",
    .summary = "write right and wrong schedules, to test checkers with",
    .options = CLI_OPTIONS(OPT_JSON, OPT_QUIET, OPT_HELP),
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
    .help = "Ring, doubling, bucket and tree algorithms, and the same with a packet lost,\n"
            "added twice, sent early, sent where no link is, or locked by the order of its\n"
            "steps; as schedule files, CSV, MSCCL XML, MSCCL++, GOAL, TE-CCL and\n"
            "ForestColl's trees. verdicts.tsv has each file's network and verdict,\n"
            "\"correct\" or the rule that it breaks; absent.tsv what a format cannot say,\n"
            "and why.\n",
};
