/* How fast schedules of each format are read, judged and timed: a file of a million moves, in moves a second of one
 * core. `read` has all that the reader does, which for programs is running them, and for all but our own format the
 * checker; `check` is the checker, `time` the linear clock. The memory is the most that was taken up to then.
 *
 *     bench_formats [FORMAT [DIMENSIONS]]    all formats, on the 10-cube or as many ranks; "own csv goal teccl ..." */
#define _GNU_SOURCE /* for getrusage */
#include "bench.h"

#include "linkbound-export.h"
#include "linkbound-import.h"

#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const lb_plan *allgather; /* on the cube */

static void put_own(FILE *out, const char *path, uint32_t n) {
    lb_why why;
    (void)out;
    (void)n;
    bench_must(lb_plan_write(allgather, path, NULL, &why), &why);
}

static void export(FILE *out, lb_format format) {
    lb_why why;
    bench_must(lb_export(out, allgather, format, NULL, &why), &why);
}

static void put_csv(FILE *out, const char *path, uint32_t n) {
    (void)path;
    (void)n;
    export(out, LB_EXPORT_CSV);
}

static void put_goal(FILE *out, const char *path, uint32_t n) {
    (void)path;
    (void)n;
    export(out, LB_EXPORT_GOAL);
}

/* Without the comments that name the data, as other tools write it. */
static void put_goal_plain(FILE *out, const char *path, uint32_t n) {
    char line[4096];
    FILE *whole = tmpfile();
    (void)path;
    if (!whole)
        exit(1);
    put_goal(whole, path, n);
    rewind(whole);
    while (fgets(line, sizeof line, whole)) {
        if (strncmp(line, "//", 2) != 0)
            fputs(line, out);
    }
    fclose(whole);
}

/* A file for each rank, beside the path, which becomes that of the first. */
static void put_chakra(FILE *out, const char *path, uint32_t n) {
    char name[64];
    lb_why why;
    (void)out;
    for (uint32_t r = 0; r < n; r++) {
        snprintf(name, sizeof name, "%s.%" PRIu32 ".et", path, r);
        FILE *trace = fopen(name, "wb");
        if (!trace)
            exit(1);
        bench_must(lb_export(trace, allgather, LB_EXPORT_CHAKRA, &(lb_export_options){.rank = r}, &why), &why);
        fclose(trace);
    }
}

static void remove_chakra(const char *path, uint32_t n) {
    char name[64];
    for (uint32_t r = 0; r < n; r++) {
        snprintf(name, sizeof name, "%s.%" PRIu32 ".et", path, r);
        unlink(name);
    }
}

static void put_teccl(FILE *out, const char *path, uint32_t n) {
    lb_cursor *cursor;
    lb_move move;
    lb_why why;
    const char *comma = "";
    (void)path;
    fputs("{\n\"1-Epoch_Duration\": 1.0,\n\"6-Demand_Met\": {", out);
    for (uint32_t from = 0; from < n; from++) {
        fprintf(out, "%s\"GPU %" PRIu32 "\": {", from ? ",\n" : "\n", from);
        for (uint32_t to = 0, more = 0; to < n; to++) {
            if (to != from)
                fprintf(out, "%s\"GPU %" PRIu32 "\": {\"Chunk 0\": 1.0}", more++ ? ", " : "", to);
        }
        fputs("}", out);
    }
    fputs("},\n\"7-Flows\": [", out);
    bench_must(lb_cursor_open(allgather, &cursor, &why), &why);
    while (lb_cursor_next(cursor, &move) == 1) {
        for (uint32_t k = 0; k < move.nitems; k++, comma = ",")
            fprintf(out, "%s\n\"Chunk 0 from %" PRIu32 " traveled over %" PRIu32 "->%" PRIu32 " in epoch %" PRIu32 "\"",
                    comma, move.items[k].origin, move.from, move.to, move.step - 1);
    }
    lb_cursor_close(cursor);
    fputs("]}\n", out);
}

/* Binomial trees: every node from the one whose distance has one bit less. */
static void put_forestcoll(FILE *out, const char *path, uint32_t n) {
    (void)path;
    fputs("<Algo nchunkspernode=\"1\">\n", out);
    for (uint32_t root = 0; root < n; root++) {
        fprintf(out, "  <tree root=\"%" PRIu32 "\" index=\"0\" nchunks=\"1\" height=\"10\">\n", root);
        for (uint32_t k = 1; k < n; k++)
            fprintf(out, "    <send src=\"%" PRIu32 "\" dst=\"%" PRIu32 "\" path=\"%" PRIu32 ",%" PRIu32 "\"/>\n",
                    root ^ (k & (k - 1)), root ^ k, root ^ (k & (k - 1)), root ^ k);
        fputs("  </tree>\n", out);
    }
    fputs("</Algo>\n", out);
}

/* An allgather around a ring. */
static void put_msccl(FILE *out, const char *path, uint32_t n) {
    (void)path;
    fprintf(out,
            "<algo name=\"ring\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"%" PRIu32 "\" ngpus=\"%" PRIu32
            "\" coll=\"allgather\" inplace=\"0\" outofplace=\"1\" minBytes=\"0\" maxBytes=\"0\">\n",
            n, n);
    for (uint32_t r = 0; r < n; r++) {
        fprintf(out,
                "  <gpu id=\"%" PRIu32 "\" i_chunks=\"1\" o_chunks=\"%" PRIu32 "\" s_chunks=\"0\">\n    <tb id=\"0\" "
                "send=\"%" PRIu32 "\" recv=\"%" PRIu32 "\" chan=\"0\">\n",
                r, n, (r + 1) % n, (r + n - 1) % n);
        for (uint32_t k = 0; k < n; k++) {
            const char *type = k == 0 ? "s" : k < n - 1 ? "rcs" : "r";
            fprintf(out,
                    "      <step s=\"%" PRIu32 "\" type=\"%s\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"%" PRIu32
                    "\" cnt=\"1\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n",
                    k, type, (r + n - k) % n);
        }
        fprintf(out,
                "    </tb>\n    <tb id=\"1\" send=\"-1\" recv=\"-1\" chan=\"0\">\n      <step s=\"0\" type=\"cpy\" "
                "srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"%" PRIu32
                "\" cnt=\"1\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n    </tb>\n  </gpu>\n",
                r);
    }
    fputs("</algo>\n", out);
}

static void put_step(FILE *out, uint32_t s, char type, uint32_t from, uint32_t to, int64_t wait) {
    fprintf(out,
            "      <step s=\"%" PRIu32 "\" type=\"%c\" srcbuf=\"o\" srcoff=\"%" PRIu32
            "\" dstbuf=\"o\" dstoff=\"%" PRIu32 "\" cnt=\"1\" depid=\"%d\" deps=\"%" PRId64 "\" hasdep=\"1\"/>\n",
            s, type, from, to, wait < 0 ? -1 : 1, wait < 0 ? -1 : wait);
}

/* The same in place among 64 ranks, a block cut into chunks, with a thread block that sends and one that receives. */
static void put_msccl_two(FILE *out, const char *path, uint32_t nodes) {
    uint32_t n = nodes < 64 ? nodes : 64, chunks = nodes / n * nodes / n, all = n * chunks;
    (void)path;
    fprintf(out,
            "<algo name=\"ring\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"%" PRIu32 "\" ngpus=\"%" PRIu32
            "\" coll=\"allgather\" inplace=\"1\" outofplace=\"0\" minBytes=\"0\" maxBytes=\"0\">\n",
            all, n);
    for (uint32_t r = 0; r < n; r++) {
        fprintf(out,
                "  <gpu id=\"%" PRIu32 "\" i_chunks=\"%" PRIu32 "\" o_chunks=\"%" PRIu32
                "\" s_chunks=\"0\">\n    <tb id=\"0\" send=\"%" PRIu32 "\" recv=\"-1\" chan=\"0\">\n",
                r, chunks, all, (r + 1) % n);
        for (uint32_t s = 0; s < all - chunks; s++) {
            uint32_t chunk = (r * chunks + all - s / chunks * chunks) % all + s % chunks;
            put_step(out, s, 's', chunk, chunk, (int64_t)s - chunks);
        }
        fprintf(out, "    </tb>\n    <tb id=\"1\" send=\"-1\" recv=\"%" PRIu32 "\" chan=\"0\">\n", (r + n - 1) % n);
        for (uint32_t s = 0; s < all - chunks; s++) {
            uint32_t chunk = (r * chunks + 2 * all - (s / chunks + 1) * chunks) % all + s % chunks;
            put_step(out, s, 'r', chunk, chunk, -1);
        }
        fputs("    </tb>\n  </gpu>\n", out);
    }
    fputs("</algo>\n", out);
}

static void put_list(FILE *out, const char *key, uint32_t count) {
    fprintf(out, "\"%s\":[", key);
    for (uint32_t k = 0; k < count; k++)
        fprintf(out, "%s%" PRIu32, k ? "," : "", k);
    fputc(']', out);
}

/* Every rank puts every chunk of its block into everybody's output, and tells them in the end. */
static void put_pairs(FILE *out, uint32_t rank, uint32_t n, uint32_t chunks) {
    fprintf(out,
            "{\"name\":\"copy\",\"src_buff\":[{\"type\":\"i\",\"index\":0,\"size\":%" PRIu32
            "}],\"dst_buff\":[{\"type\":\"o\",\"index\":%" PRIu32 ",\"size\":%" PRIu32 "}]}",
            chunks, rank * chunks, chunks);
    for (uint32_t k = 0; k < n - 1; k++) {
        for (uint32_t c = 0; c < chunks; c++)
            fprintf(out,
                    ",\n{\"name\":\"put\",\"src_buff\":[{\"type\":\"i\",\"index\":%" PRIu32
                    ",\"size\":1}],\"dst_buff\":[{\"buffer_id\":%" PRIu32 ",\"index\":%" PRIu32
                    ",\"size\":1}],\"channel_ids\":[%" PRIu32 "],\"channel_type\":\"memory\"}",
                    c, k, rank * chunks + c, k);
        fputs(",\n{\"name\":\"nop\"}", out);
    }
    for (int waits = 0; waits < 2; waits++) {
        for (uint32_t k = 0; k < n - 1; k++)
            fprintf(out, ",\n{\"name\":\"%s\",\"channel_ids\":[%" PRIu32 "],\"channel_type\":\"memory\"}",
                    waits ? "wait" : "signal", k);
    }
}

static void put_mscclpp(FILE *out, const char *path, uint32_t nodes) {
    uint32_t n = nodes < 64 ? nodes : 64, chunks = nodes / n * nodes / n;
    (void)path;
    fputs("{\"name\":\"pairs\",\"collective\":\"allgather\",\"protocol\":\"Simple\",\"inplace\":false,\"gpus\":[", out);
    for (uint32_t r = 0; r < n; r++) {
        fprintf(out,
                "%s{\"id\":%" PRIu32 ",\"input_chunks\":%" PRIu32 ",\"output_chunks\":%" PRIu32
                ",\"scratch_chunks\":0,\"threadblocks\":[{\"id\":0,\"ops\":[\n",
                r ? ",\n" : "\n", r, chunks, n * chunks);
        put_pairs(out, r, n, chunks);
        fputs("],\"channels\":[{\"channel_type\":\"memory\",", out);
        put_list(out, "channel_ids", n - 1);
        fputs("}],\"remote_buffer_refs\":[{\"access_channel_type\":\"memory\",", out);
        put_list(out, "remote_buffer_ids", n - 1);
        fputs("}]}],\"channels\":[{\"channel_type\":\"memory\",\"connected_to\":[", out);
        for (uint32_t k = 0; k < n; k++) {
            if (k != r)
                fprintf(out, "%s%" PRIu32, k > (r == 0) ? "," : "", k);
        }
        fputs("]}],\"remote_buffers\":[", out);
        for (uint32_t k = 0; k < n; k++) {
            if (k != r)
                fprintf(out, "%s{\"rank\":%" PRIu32 ",\"type\":\"o\",\"access_channel_types\":[\"memory\"]}",
                        k > (r == 0) ? "," : "", k);
        }
        fputs("],\"semaphores\":[]}", out);
    }
    fputs("]}\n", out);
}

static const struct {
    const char *name;
    void (*put)(FILE *out, const char *path, uint32_t nodes);
} formats[] = {{"own", put_own},
               {"csv", put_csv},
               {"goal", put_goal},
               {"goal-plain", put_goal_plain},
               {"chakra", put_chakra},
               {"teccl", put_teccl},
               {"forestcoll", put_forestcoll},
               {"msccl", put_msccl},
               {"msccl-two", put_msccl_two},
               {"mscclpp", put_mscclpp}};

/* The plan of another tool's file is checked when it is read, ours is not. */
static double check(const lb_imported *it) {
    lb_report report;
    lb_why why = {""};
    double start = bench_now();
    if (it->format != LB_IMPORT_OWN)
        return 0;
    bench_must(lb_check_plan(it->plan, NULL, &report, &why), &why);
    lb_report_free(&report);
    return bench_now() - start;
}

static double simulate(const lb_imported *it) {
    lb_timing timing;
    lb_why why = {""};
    lb_cost cost = {.bytes = 1000, .tau = {1, 1}, .beta = {1000, 1}};
    double start = bench_now();
    if (it->plan)
        bench_must(lb_simulate(it->plan, &cost, NULL, &timing, &why), &why);
    else
        bench_must(lb_messages_time(it->messages, &cost, &timing, &why), &why);
    lb_timing_free(&timing);
    return bench_now() - start;
}

static double peak(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

static void measure(const char *name, const char *path) {
    lb_imported it;
    lb_why why = {""};
    double start = bench_now();
    bench_must(lb_import(path, &(lb_import_options){.unnamed = true}, &it, &why), &why);
    double read = bench_now() - start, checked = check(&it), timed = simulate(&it);
    double moves = (double)(it.plan ? lb_plan_moves(it.plan) : lb_messages_about(it.messages).messages);
    printf("%-11s %8.0f moves, read %6.3f s, check %6.3f s, time %6.3f s: %5.2f million moves/s, %4.0f MiB\n", name,
           moves, read, checked, timed, moves / (read + checked + timed) / 1e6, peak());
    lb_imported_free(&it);
}

int main(int argc, char **argv) {
    mallopt(M_MMAP_THRESHOLD, INT_MAX); /* as the tool does */
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    unsigned dims = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 10;
    char path[] = "/tmp/bench-formats-XXXXXX", first[64], name[16];
    int made = dims >= 1 && dims <= 12 ? mkstemp(path) : -1, found = 0;
    if (made < 0)
        return 2;
    close(made);
    snprintf(name, sizeof name, "cube:%u", dims);
    lb_plan *plan = bench_plan(name, "allgather", NULL, LB_UNIT);
    allgather = plan;
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        if (argc > 1 && strcmp(argv[1], "all") != 0 && strcmp(argv[1], formats[k].name) != 0)
            continue;
        FILE *out = fopen(path, "w");
        if (!out)
            return 2;
        formats[k].put(out, path, UINT32_C(1) << dims);
        fclose(out);
        bool traces = formats[k].put == put_chakra;
        snprintf(first, sizeof first, "%s%s", path, traces ? ".0.et" : "");
        measure(formats[k].name, first);
        if (traces)
            remove_chakra(path, UINT32_C(1) << dims);
        found++;
    }
    unlink(path);
    lb_plan_free(plan);
    return found ? 0 : 2;
}
