/* The corpus as ForestColl's trees: all sends of a node's block are its tree. They have no steps. */
#include "cli/corpus.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NODES = 64 };

/* A node that is reached twice would break another rule first: so the packet that strays is the last one, from a node
 * opposite, instead of one more. */
static corpus_move move_of(const corpus_schedule *s, uint64_t k) {
    corpus_move m = s->move[k];
    if (strcmp(s->verdict, "link") == 0 && k == s->moves - 2)
        m.from = m.to ^ s->opposite;
    return m;
}

static uint64_t moves_of(const corpus_schedule *s) {
    return strcmp(s->verdict, "link") == 0 ? s->moves - 1 : s->moves;
}

static uint32_t height_of(const corpus_schedule *s, uint32_t root) {
    uint32_t depth[NODES] = {0}, height = 0;
    for (uint64_t k = 0; k < moves_of(s); k++) {
        corpus_move m = move_of(s, k);
        if (m.block != root || m.to >= NODES || m.from >= NODES)
            continue;
        depth[m.to] = depth[m.from] + 1;
        height = depth[m.to] > height ? depth[m.to] : height;
    }
    return height;
}

void corpus_write_forestcoll(FILE *out, const corpus_schedule *s) {
    fputs("<Algo nchunkspernode=\"1\">\n", out);
    for (uint32_t root = 0; root < s->nodes; root++) {
        fprintf(out, "  <tree root=\"%" PRIu32 "\" index=\"0\" nchunks=\"1\" height=\"%" PRIu32 "\">\n", root,
                height_of(s, root));
        for (uint64_t k = 0; k < moves_of(s); k++) {
            corpus_move m = move_of(s, k);
            if (m.block == root)
                fprintf(out, "    <send src=\"%" PRIu32 "\" dst=\"%" PRIu32 "\" path=\"%" PRIu32 ",%" PRIu32 "\"/>\n",
                        m.from, m.to, m.from, m.to);
        }
        fputs("  </tree>\n", out);
    }
    fputs("</Algo>\n", out);
}
