/* What a gossip brings, as the caller gets it. */
#include "mpi/news.h"

#include "mpi/memory.h"

#include <stdlib.h>

enum { ALIGN = 16 };

void lb_mpi_news_free(lb_mpi_news *news) {
    free(news);
}

static uint64_t aligned(uint64_t bytes) {
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

/* One piece of memory: the news, the items, the data. */
lb_mpi_news *lb_news_make(const uint64_t *lengths, int n) {
    uint64_t bytes = 0, room = 0;
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (__builtin_add_overflow(bytes, lengths[i], &bytes) || bytes > UINT64_MAX / 4)
            return NULL;
        room += aligned(lengths[i]);
        count += lengths[i] > 0;
    }
    uint64_t head = aligned(sizeof(lb_mpi_news)), list = aligned((uint64_t)count * sizeof(lb_mpi_item));
    char *memory = lb_mpi_take(head + list + room, 1);
    if (!memory)
        return NULL;
    lb_mpi_news *news = (lb_mpi_news *)(void *)memory;
    *news = (lb_mpi_news){count, bytes, (lb_mpi_item *)(void *)(memory + head)};
    char *data = memory + head + list;
    for (int i = 0, item = 0; i < n; i++) {
        if (lengths[i] == 0)
            continue;
        news->items[item++] = (lb_mpi_item){i, lengths[i], data};
        data += aligned(lengths[i]);
    }
    return news;
}
