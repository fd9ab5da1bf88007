/* How fast schedule files are written, read and checked, in MB/s, against what the machine does with the same bytes:
 * a plain write of a buffer, and a search for newlines.
 *
 *     bench_file [dimensions of the cube, 10] */
#define _XOPEN_SOURCE 700
#include "bench.h"

#include "file/read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned char *slurp(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END))
        exit(1);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size);
    if (!bytes || fread(bytes, 1, *size, file) != *size)
        exit(1);
    fclose(file);
    return bytes;
}

static double plain_write(const char *path, const unsigned char *bytes, size_t size) {
    double start = bench_wall();
    FILE *file = fopen(path, "wb");
    for (size_t at = 0; file && at < size; at += 1 << 18)
        fwrite(bytes + at, 1, size - at < 1 << 18 ? size - at : 1 << 18, file);
    if (!file || fclose(file))
        exit(1);
    return bench_wall() - start;
}

static double plain_scan(const char *path, uint64_t *lines) {
    static char buffer[1 << 18];
    double start = bench_wall();
    FILE *file = fopen(path, "rb");
    size_t got;
    if (!file)
        exit(1);
    setvbuf(file, NULL, _IONBF, 0);
    while ((got = fread(buffer, 1, sizeof buffer, file)) > 0) {
        const char *p = buffer, *end = buffer + got;
        while ((p = memchr(p, '\n', (size_t)(end - p)))) {
            ++*lines;
            p++;
        }
    }
    fclose(file);
    return bench_wall() - start;
}

static double read_moves(const char *path, uint64_t *moves, uint64_t *sum) {
    lb_reader reader;
    lb_move move;
    lb_why why;
    double start = bench_wall();
    int got;
    bench_must(lb_reader_open(&reader, path, 0, true, &why), &why);
    while ((got = lb_reader_next(&reader, &move, &why)) > 0) {
        ++*moves;
        *sum += move.items[0].dest;
    }
    bench_must(got, &why);
    lb_reader_close(&reader);
    return bench_wall() - start;
}

static void show(const char *what, size_t bytes, uint64_t moves, double seconds, double plain) {
    printf("%-28s %8.3f s  %8.1f MB/s  %6.1f million moves/s", what, seconds, (double)bytes / seconds / 1e6,
           (double)moves / seconds / 1e6);
    if (plain > 0)
        printf("  %5.2f times the plain one's time", seconds / plain);
    printf("\n");
}

/* Writes the file again with so many blanks after every ':' and ','. One has a fast path too, two have not. */
static size_t write_loose(const char *path, const unsigned char *bytes, size_t size, int blanks) {
    FILE *file = fopen(path, "wb");
    size_t count = 0;
    for (size_t i = 0; file && i < size; i++) {
        putc(bytes[i], file);
        count++;
        for (int blank = 0; blank < blanks && (bytes[i] == ',' || bytes[i] == ':'); blank++) {
            putc(' ', file);
            count++;
        }
    }
    if (!file || fclose(file))
        exit(1);
    return count;
}

int main(int argc, char **argv) {
    unsigned dims = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 10;
    char path[] = "/tmp/bench-file-XXXXXX";
    lb_why why;
    size_t size;
    int made = dims >= 1 && dims <= 12 ? mkstemp(path) : -1;
    if (made < 0)
        return 2;
    close(made);
    char name[16];
    snprintf(name, sizeof name, "cube:%u", dims);
    lb_plan *plan = bench_plan(name, "alltoall", NULL, LB_UNIT);
    double start = bench_wall();
    bench_must(lb_plan_write(plan, path, NULL, &why), &why);
    double wrote = bench_wall() - start;
    unsigned char *bytes = slurp(path, &size);
    uint64_t moves = lb_plan_moves(plan), lines = 0, seen = 0, sum = 0;
    double plain = plain_write(path, bytes, size);
    start = bench_wall();
    bench_must(lb_plan_write(plan, path, NULL, &why), &why);
    wrote = bench_wall() - start < wrote ? bench_wall() - start : wrote;
    printf("alltoall on the %u-cube: %" PRIu64 " moves, %.1f MB\n", dims, moves, (double)size / 1e6);
    show("plain write", size, moves, plain, 0);
    show("lb_plan_write", size, moves, wrote, plain);
    double scan = plain_scan(path, &lines);
    show("plain newline search", size, moves, scan, 0);
    show("reader", size, moves, read_moves(path, &seen, &sum), scan);
    lb_report report;
    start = bench_wall();
    bench_must(lb_check_file(path, NULL, NULL, &report, &why), &why);
    show("lb_check_file", size, moves, bench_wall() - start, scan);
    lb_report_free(&report);
    size_t loose = write_loose(path, bytes, size, 1);
    show("reader, spaced", loose, moves, read_moves(path, &seen, &sum), scan);
    loose = write_loose(path, bytes, size, 2);
    show("reader, any other form", loose, moves, read_moves(path, &seen, &sum), scan);
    unlink(path);
    free(bytes);
    lb_plan_free(plan);
    return seen == 3 * moves && lines == moves + 1 ? 0 : 1;
}
