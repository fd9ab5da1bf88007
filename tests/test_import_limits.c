/* MSCCL files that are right, and beyond what the runtimes load: read and judged all the same, with a word about it. */
#define _POSIX_C_SOURCE 200809L
#include "import_help.h"

#include <stdio.h>
#include <stdlib.h>

/* A broadcast from rank 0 to rank 1: `steps` messages of `count` chunks, from thread block `block` on a channel; an
 * idle thread block for each of `idle`; what stands in front of the file, in <algo> and before the last send. */
typedef struct file {
    int steps, count, block, channel, idle, local; /* local: the channel of the thread block that copies */
    const char *front, *algo, *before;
    bool short_of; /* the receives have no source, which they do not need */
    int untold[2]; /* chunks that i_chunks and o_chunks are short of */
} file;

static const char usual[] = "inplace=\"0\" outofplace=\"1\" minBytes=\"0\" maxBytes=\"0\"";

/* What the root keeps. */
static void put_copies(FILE *out, int chunks) {
    for (int at = 0, number = 0; at < chunks; at += 71, number++)
        fprintf(out,
                "      <step s=\"%d\" type=\"cpy\" srcbuf=\"i\" srcoff=\"%d\" dstbuf=\"o\" dstoff=\"%d\" cnt=\"%d\" "
                "depid=\"-1\" deps=\"-1\" hasdep=\"1\"/>\n",
                number, at, at, chunks - at < 71 ? chunks - at : 71);
}

static void put_rank(FILE *out, const file *f, int rank) {
    int chunks = f->steps * f->count, last = f->steps - 1;
    fprintf(out, "  <gpu id=\"%d\" i_chunks=\"%d\" o_chunks=\"%d\" s_chunks=\"0\">\n", rank, chunks - f->untold[0],
            chunks - f->untold[1]);
    for (int b = 0; b <= f->idle; b++) {
        fprintf(out, "    <tb id=\"%d\" send=\"%d\" recv=\"-1\" chan=\"%d\">\n", b, b ? 1 - rank : -1,
                b ? 0 : f->local);
        if (b == 0 && rank == 0)
            put_copies(out, chunks);
        fputs("    </tb>\n", out);
    }
    fprintf(out, "    <tb id=\"%d\" send=\"%d\" recv=\"%d\" chan=\"%d\">\n", f->block, rank ? -1 : 1, rank ? 0 : -1,
            f->channel);
    for (int s = 0, number = 0; s < f->steps; s++, number++) {
        if (s == last && rank == 0 && f->before) {
            fputs(f->before, out);
            number++;
        }
        fprintf(out, "      <step s=\"%d\" type=\"%c\" ", number, rank ? 'r' : 's');
        if (!f->short_of || !rank)
            fprintf(out, "srcbuf=\"i\" srcoff=\"%d\" ", s * f->count);
        fprintf(out, "dstbuf=\"o\" dstoff=\"%d\" cnt=\"%d\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n", s * f->count,
                f->count);
    }
    fputs("    </tb>\n  </gpu>\n", out);
}

static char *text_of(const file *f) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out,
            "%s<algo name=\"t\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"%d\" ngpus=\"2\" coll=\"broadcast\" "
            "%s>\n",
            f->front, f->steps * f->count, f->algo);
    put_rank(out, f, 0);
    put_rank(out, f, 1);
    fputs("</algo>\n", out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void limited(file f, const char *sentence) {
    f.count = f.count ? f.count : 1;
    f.block = f.block ? f.block : 1 + f.idle;
    f.front = f.front ? f.front : "";
    f.algo = f.algo ? f.algo : usual;
    char *text = text_of(&f);
    lb_imported it;
    lb_why why = {""};
    int error = lb_import_bytes(text, strlen(text), NULL, &it, &why);
    t_note("%s; limit: %s", why.text, it.limit.text);
    T_EQUAL(error, LB_OK);
    T_TRUE(*sentence ? strstr(it.limit.text, sentence) != NULL : !it.limit.text[0]);
    lb_imported_free(&it);
    free(text);
}

#define NOP(depid, deps)                                                                                               \
    "      <step s=\"0\" type=\"nop\" srcbuf=\"i\" srcoff=\"-1\" dstbuf=\"o\" dstoff=\"-1\" cnt=\"0\" depid=\"" depid  \
    "\" deps=\"" deps "\" hasdep=\"0\"/>\n"

static void test_limits(void **state) {
    (void)state;
    limited((file){.steps = 1}, "");
    limited((file){.steps = 64}, "");
    limited((file){.steps = 65}, ": more than 64 steps in a thread block");
    limited((file){.steps = 1, .count = 71}, "");
    limited((file){.steps = 1, .count = 72}, "more than 71 chunks");
    limited((file){.steps = 1, .block = 2}, "without gaps");
    limited((file){.steps = 1, .idle = 31}, "");
    limited((file){.steps = 1, .idle = 32}, "more than 32 thread blocks of a channel");
    limited((file){.steps = 1, .idle = 63}, "more than 32 thread blocks of a channel");
    limited((file){.steps = 1, .block = 64}, "64 thread blocks");
    limited((file){.steps = 1, .local = -1}, "chan is below 0");
    limited((file){.steps = 1, .channel = 31}, "");
    limited((file){.steps = 1, .channel = 32}, "32 channels");
    limited((file){.steps = 1, .channel = 4000}, "32 channels");
    limited((file){.steps = 1, .before = NOP("-1", "-1")}, "a nop that waits for nothing");
    limited((file){.steps = 1, .before = NOP("0", "0")}, "the last wait must be the step's own");
    limited((file){.steps = 1, .short_of = true}, "a step lacks one of");
    limited((file){.steps = 3, .untold = {1}}, "memory:9: a chunk beyond the i_chunks or o_chunks of its gpu");
    limited((file){.steps = 3, .untold = {0, 1}}, "memory:18: a chunk beyond the i_chunks or o_chunks of its gpu");
    limited((file){.steps = 1, .count = 3, .untold = {2, 2}}, ""); /* only where a step begins is looked at */
    limited((file){.steps = 1, .front = "<?xml version=\"1.0\"?>\n"}, "an XML declaration");
    limited((file){.steps = 1, .front = "\n\t"}, "memory:2: there is a tab");
    limited((file){.steps = 1, .algo = "inplace=\"0\" outofplace=\"1\""}, "<algo> has no minBytes");
    limited((file){.steps = 1, .algo = "inplace=\"0\" outofplace=\"0\" minBytes=\"0\" maxBytes=\"0\""},
            "memory:1: inplace and outofplace are both 0, so that no call can take it");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
