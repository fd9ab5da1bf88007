/* Memory that the processes of a node share. */
#ifndef LB_MPI_ARENA_H
#define LB_MPI_ARENA_H

#include <stdbool.h>
#include <stdint.h>

enum { LB_ARENA_NAME = 64 };

typedef struct lb_arena {
    unsigned char *at; /* NULL: there is none */
    uint64_t bytes;    /* without its head */
    uint64_t head;
    uint64_t there; /* of the owner: bytes of either half that are known to be there */
    int file;       /* of the owner; -1: none */
    void *map;
    char name[LB_ARENA_NAME]; /* while it has one */
} lb_arena;

/* The owner makes it, and tells the others its name, by which they open it; then nobody needs the name any more. All of
 * it is addresses only: memory is taken when it is touched. False: there is no memory to share here. */
bool lb_arena_make(lb_arena *arena, int processes, uint64_t bytes);
bool lb_arena_open(lb_arena *arena, const char *name, int processes, uint64_t bytes);
void lb_arena_forget_name(lb_arena *arena);
void lb_arena_close(lb_arena *arena);

/* By the owner, before anybody touches them: takes the first so many bytes of either half, so that nobody dies for want
 * of them. False: they are not to be had. */
bool lb_arena_take(lb_arena *arena, uint64_t bytes);

/* A process has come to its meeting of that number; whether another has, or all. What they wrote before can then be
 * read. */
void lb_arena_come(const lb_arena *arena, int process, uint64_t meeting);
bool lb_arena_came(const lb_arena *arena, int process, uint64_t meeting);
bool lb_arena_met(const lb_arena *arena, int processes, uint64_t meeting);

#endif
