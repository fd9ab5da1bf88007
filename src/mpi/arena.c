/* Memory that the processes of a node share: a file in memory, mapped by each of them, that soon has no name any more.
 * Its head says which meeting each process has come to, on a cache line of its own. */
#define _XOPEN_SOURCE 700
#include "mpi/arena.h"

#include "base/hash.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096, LINE = 64 };

/* A cache line: each process has one. */
typedef struct line {
    _Atomic uint64_t number;
    unsigned char rest[LINE - sizeof(uint64_t)];
} line;

static line *lines_of(const lb_arena *arena) {
    return arena->map;
}

static uint64_t head_for(int processes) {
    return ((uint64_t)processes + PAGE / LINE - 1) / (PAGE / LINE) * PAGE;
}

static bool map_file(lb_arena *arena, int file, int processes, uint64_t bytes) {
    uint64_t head = head_for(processes);
    void *map = mmap(NULL, (size_t)(bytes + head), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED)
        return false;
    arena->map = map;
    arena->at = (unsigned char *)map + head;
    arena->bytes = bytes;
    arena->head = head;
    return true;
}

/* A process that is killed before the others have opened its memory leaves the name behind, and the memory with it.
 * Names are needed for a moment only: those that are old, and whose process is gone, are nobody's. */
static void sweep(void) {
    enum { OLD = 60 }; /* seconds */
    DIR *folder = opendir("/dev/shm");
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        long process = 0;
        struct stat about;
        if (sscanf(entry->d_name, "linkbound-%ld-", &process) != 1 || process <= 0 ||
            fstatat(dirfd(folder), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0 || about.st_uid != geteuid())
            continue;
        if (time(NULL) - about.st_mtime > OLD && kill((pid_t)process, 0) != 0 && errno == ESRCH)
            unlinkat(dirfd(folder), entry->d_name, 0);
    }
    if (folder)
        closedir(folder);
}

/* A name that nobody has guessed, nor a process of this number left behind. */
static int make_file(char *name) {
    enum { TRIES = 16 };
    static atomic_uint made;
    int file = -1;
    for (int i = 0; i < TRIES && file < 0; i++) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        uint64_t number = lb_hash_word(lb_hash_word((uint64_t)now.tv_sec, (uint64_t)now.tv_nsec), (uintptr_t)name);
        snprintf(name, LB_ARENA_NAME, "/linkbound-%ld-%u-%016" PRIx64, (long)getpid(), atomic_fetch_add(&made, 1),
                 number);
        file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    }
    if (file < 0)
        name[0] = '\0';
    return file;
}

bool lb_arena_make(lb_arena *arena, int processes, uint64_t bytes) {
    off_t head = (off_t)head_for(processes);
    memset(arena, 0, sizeof *arena);
    sweep();
    arena->file = make_file(arena->name);
    if (arena->file < 0)
        return false;
    if (ftruncate(arena->file, (off_t)bytes + head) == 0 && posix_fallocate(arena->file, 0, head) == 0 &&
        map_file(arena, arena->file, processes, bytes))
        return true;
    close(arena->file);
    lb_arena_close(arena);
    return false;
}

bool lb_arena_open(lb_arena *arena, const char *name, int processes, uint64_t bytes) {
    memset(arena, 0, sizeof *arena);
    arena->file = -1;
    int file = name[0] ? shm_open(name, O_RDWR, 0) : -1;
    bool fine = file >= 0 && map_file(arena, file, processes, bytes);
    if (file >= 0)
        close(file);
    return fine;
}

void lb_arena_forget_name(lb_arena *arena) {
    if (arena->name[0])
        shm_unlink(arena->name);
    arena->name[0] = '\0';
}

void lb_arena_close(lb_arena *arena) {
    lb_arena_forget_name(arena);
    if (arena->map)
        munmap(arena->map, (size_t)(arena->bytes + arena->head));
    if (arena->at && arena->file >= 0)
        close(arena->file);
    memset(arena, 0, sizeof *arena);
}

bool lb_arena_take(lb_arena *arena, uint64_t bytes) {
    if (bytes <= arena->there)
        return true;
    off_t first = (off_t)arena->head, second = first + (off_t)(arena->bytes / 2);
    if (posix_fallocate(arena->file, first, (off_t)bytes) != 0 ||
        posix_fallocate(arena->file, second, (off_t)bytes) != 0)
        return false;
    arena->there = bytes;
    return true;
}

void lb_arena_come(const lb_arena *arena, int process, uint64_t meeting) {
    atomic_store_explicit(&lines_of(arena)[process].number, meeting, memory_order_release);
}

bool lb_arena_came(const lb_arena *arena, int process, uint64_t meeting) {
    return atomic_load_explicit(&lines_of(arena)[process].number, memory_order_acquire) >= meeting;
}

bool lb_arena_met(const lb_arena *arena, int processes, uint64_t meeting) {
    bool all = true;
    for (int i = 0; i < processes && all; i++)
        all = lb_arena_came(arena, i, meeting);
    return all;
}
