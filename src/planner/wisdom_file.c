/* Files of wisdom. Who writes holds a lock on the file that he reads it from, and puts another in its place; who waited
 * for the lock of a file that has been replaced meanwhile takes the new one. */
#define _DEFAULT_SOURCE
#include "file/input.h"
#include "file/output.h"
#include "planner/wisdom_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 26 };

static int read_all(int file, size_t size, const char *shown, char *text, lb_why *why) {
    size_t at = 0;
    while (at < size) {
        ssize_t got = read(file, text + at, size - at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return lb_fail_system(why, shown, "read", got ? errno : EIO);
        at += (size_t)got;
    }
    return LB_OK;
}

static int parse_file(lb_wisdom *w, int file, const char *shown, lb_why *why) {
    struct stat facts;
    if (fstat(file, &facts))
        return lb_fail_system(why, shown, "read", errno);
    if (!S_ISREG(facts.st_mode))
        return lb_fail(why, LB_ERR_IO, "%s: wisdom is kept in a regular file, and this is none", shown);
    if (facts.st_size > MOST_BYTES)
        return lb_fail(why, LB_ERR_SIZE, "%s: too large for a file of wisdom", shown);
    size_t size = (size_t)facts.st_size;
    char *text = lb_array(size, 1);
    if (!text)
        return lb_fail_memory(why, "wisdom");
    int error = read_all(file, size, shown, text, why);
    if (!error)
        error = lb_wisdom_parse(w, text, size, shown, why);
    free(text);
    return error;
}

int lb_wisdom_read(lb_wisdom *wisdom, const char *path, lb_why *why) {
    char shown[LB_SHOWN_MAX];
    lb_show_path(path, shown);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return errno == ENOENT && *path ? LB_OK : lb_fail_system(why, shown, "read", errno);
    int error = parse_file(wisdom, file, shown, why);
    close(file);
    return error;
}

/* ---- Writing ---- */

static bool is_still_there(int file, const char *path) {
    struct stat here, there;
    return fstat(file, &here) == 0 && stat(path, &there) == 0 && here.st_dev == there.st_dev &&
           here.st_ino == there.st_ino;
}

/* The file at the path, which is ours alone until it is closed; -1: an error is in errno. */
static int lock_file(const char *path) {
    for (;;) {
        int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
        if (file < 0)
            return -1;
        while (flock(file, LOCK_EX)) {
            if (errno != EINTR) {
                int number = errno;
                close(file);
                errno = number;
                return -1;
            }
        }
        if (is_still_there(file, path))
            return file;
        close(file);
    }
}

static int write_text(const lb_wisdom *w, const char *path, lb_why *why) {
    lb_output out;
    int error = lb_output_open(&out, path, why);
    if (error)
        return error;
    size_t size = strlen(LB_WISDOM_HEADER);
    memcpy(lb_output_room(&out, size), LB_WISDOM_HEADER, size);
    out.used += size;
    for (size_t i = 0; i < w->count; i++)
        out.used += lb_wisdom_line(&w->at[i], (char *)lb_output_room(&out, LB_MOST_LINE));
    return lb_output_close(&out, LB_OK);
}

static int merge(const lb_wisdom *wisdom, int file, const char *path, const char *shown, lb_why *why) {
    lb_wisdom *all = NULL;
    int error = lb_wisdom_create(&all, why);
    if (!error)
        error = parse_file(all, file, shown, why);
    for (size_t i = 0; i < wisdom->count && !error; i++)
        error = lb_wisdom_keep(all, &wisdom->at[i], why);
    if (!error)
        error = write_text(all, path, why);
    lb_wisdom_free(all);
    return error;
}

int lb_wisdom_write(const lb_wisdom *wisdom, const char *path, lb_why *why) {
    char shown[LB_SHOWN_MAX];
    lb_show_path(path, shown);
    int file = lock_file(path);
    if (file < 0)
        return lb_fail_system(why, shown, "written", errno);
    int error = merge(wisdom, file, path, shown, why);
    close(file);
    return error;
}
