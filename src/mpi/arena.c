/* Memory that the processes of a node share: a file in memory without a name, mapped by each of them. Its head says how
 * much of it can be touched: where the file system is full, touching more would kill the process; and which meeting
 * each process has come to, on a cache line of its own. */
#define _XOPEN_SOURCE 700
#include "mpi/arena.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, LINE = 64 };

/* A cache line; the first is the owner's, and then each process has one. */
typedef struct line {
    _Atomic uint64_t number;
    unsigned char rest[LINE - sizeof(uint64_t)];
} line;

static line *lines_of(const lb_arena *arena) {
    return arena->map;
}

static uint64_t head_for(int processes) {
    return ((uint64_t)processes + 1 + PAGE / LINE - 1) / (PAGE / LINE) * PAGE;
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

/* No two arenas of a process have the same address at a time, nor two processes the same number. */
bool lb_arena_make(lb_arena *arena, int processes, uint64_t bytes) {
    static atomic_uint made; /* so that one that is gone is not mistaken for the next */
    memset(arena, 0, sizeof *arena);
    snprintf(arena->name, sizeof arena->name, "/linkbound-%ld-%u", (long)getpid(), atomic_fetch_add(&made, 1));
    arena->file = shm_open(arena->name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (arena->file < 0) {
        arena->name[0] = '\0';
        return false;
    }
    off_t head = (off_t)head_for(processes);
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

void lb_arena_take(lb_arena *arena, uint64_t bytes) {
    if (bytes <= arena->there)
        return;
    if (posix_fallocate(arena->file, (off_t)arena->head, (off_t)bytes) == 0)
        arena->there = bytes;
    atomic_store(&lines_of(arena)->number, arena->there);
}

bool lb_arena_has(const lb_arena *arena, uint64_t bytes) {
    return atomic_load(&lines_of(arena)->number) >= bytes;
}

void lb_arena_come(const lb_arena *arena, int process, uint64_t meeting) {
    atomic_store_explicit(&lines_of(arena)[process + 1].number, meeting, memory_order_release);
}

bool lb_arena_met(const lb_arena *arena, int processes, uint64_t meeting) {
    for (int i = 0; i < processes; i++) {
        if (atomic_load_explicit(&lines_of(arena)[i + 1].number, memory_order_acquire) < meeting)
            return false;
    }
    return true;
}
