/* linkbound corpus DIR: right and wrong schedules, and what a judge must say of each. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream, and mkdir */
#include "cli/commands.h"
#include "cli/corpus.h"
#include "cli/say.h"
#include "cli/whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OWN, CSV, MSCCL, MSCCLPP, GOAL, FORMATS };
static const char *const extensions[FORMATS] = {"jsonl", "csv", "xml", "json", "goal"};

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

static int put_schedule(const char *folder, const corpus_schedule *s, int format) {
    char *data = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&data, &size);
    int error = out ? LB_OK : LB_ERR_MEMORY;
    if (out && format == OWN)
        corpus_write_own(out, s);
    else if (out && format == CSV)
        corpus_write_csv(out, s);
    else if (out && format == MSCCLPP)
        corpus_write_mscclpp(out, s);
    else if (out && format == GOAL)
        corpus_write_goal(out, s);
    else if (out)
        error = corpus_write_msccl(out, s);
    if (out && fclose(out))
        error = LB_ERR_MEMORY;
    int status = error ? cli_fail_why(error, NULL) : put_file(folder, s->name, extensions[format], data, size);
    free(data);
    return status;
}

static int put_all(const char *folder, FILE *verdicts, unsigned *files) {
    int status = CLI_OK;
    for (unsigned k = 0; k < corpus_count() && !status; k++) {
        corpus_schedule s;
        if (corpus_make(k, &s))
            status = cli_fail_why(LB_ERR_MEMORY, NULL);
        for (int f = corpus_is_program(&s) ? MSCCL : OWN; f < FORMATS && !status; f++) {
            if (f == MSCCLPP && s.kind == LB_REDUCE)
                continue;
            status = put_schedule(folder, &s, f);
            fprintf(verdicts, "%s.%s\t%s\t%s\n", s.name, extensions[f], s.network, s.verdict);
            ++*files;
        }
        corpus_free(&s);
    }
    return status;
}

static int run(const cli_args *args) {
    const char *folder = args->operand[0];
    char *data = NULL;
    size_t size = 0;
    unsigned files = 0;
    if (mkdir(folder, 0777) && errno != EEXIST)
        return cli_fail("%.200s: the folder cannot be made: %s", folder, strerror(errno));
    FILE *verdicts = open_memstream(&data, &size);
    if (!verdicts)
        return cli_fail_why(LB_ERR_MEMORY, NULL);
    fputs("file\tnetwork\tverdict\n", verdicts);
    int status = put_all(folder, verdicts, &files);
    if (fclose(verdicts) && !status)
        status = cli_fail_why(LB_ERR_MEMORY, NULL);
    if (!status)
        status = put_file(folder, "verdicts", "tsv", data, size);
    free(data);
    if (!status && !cli_given(args, OPT_QUIET))
        printf("%s: %u schedules, and verdicts.tsv\n", folder, files);
    return status;
}

const cli_command cli_corpus = {
    .name = "corpus",
    .usage = "DIR [OPTION...]",
    .summary = "write right and wrong schedules, to test checkers with",
    .options = CLI_OPTIONS(OPT_QUIET),
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
    .help = "Ring, doubling, bucket and tree algorithms, and the same with a packet lost, added\n"
            "twice, sent early, sent where no link is, or locked by the order of its steps; as\n"
            "schedule files, CSV, MSCCL XML, MSCCL++ and GOAL. verdicts.tsv has each file's network and\n"
            "verdict, \"correct\" or the rule that it breaks.\n",
};
