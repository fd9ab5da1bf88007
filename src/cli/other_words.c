/* Options as other tools call them: those of MPI's benchmarks, of NCCL's tests, of simulators. */
#include "cli/other_words.h"

#include <stddef.h>
#include <string.h>

const char *cli_option_meant(const char *name) {
    static const char *const words[][2] = {
        {"--size", "--bytes"},
        {"--message", "--bytes"},
        {"--message-size", "--bytes"},
        {"--msg", "--bytes"},
        {"--sizes", "--bytes"},
        {"--length", "--bytes"},
        {"--bandwidth", "--link"},
        {"--bw", "--link"},
        {"--link-bandwidth", "--link"},
        {"--speed", "--link"},
        {"--alpha", "--latency"},
        {"--lat", "--latency"},
        {"--startup", "--latency"},
        {"--dead", "--without"},
        {"--dead-link", "--without"},
        {"--fault", "--without"},
        {"--faults", "--without"},
        {"--failed", "--without"},
        {"--broken", "--without"},
        {"--algo", "--algorithm"},
        {"--alg", "--algorithm"},
        {"--topology", "--network"},
        {"--topo", "--network"},
        {"--net", "--network"},
        {"--file", "--schedule"},
        {"--input", "--schedule"},
        {"--text", "--ascii"},
        {"--ppn", "--slots"},
        {"--procs-per-node", "--slots"},
        {"--src", "--root"},
        {"--source", "--root"},
        {"--from", "--root"},
        {"--dst", "--to"},
        {"--dest", "--to"},
        {"--chunks", "--packets"},
        {"--pieces", "--packets"},
        {"--hostfile", "--hosts"},
        {"--kind", "--what"},
        {"--type", "--what"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i][0], name) == 0)
            return words[i][1];
    }
    return NULL;
}
