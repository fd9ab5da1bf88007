/* Usage and help. */
#include "cli/help.h"

#include "cli/args.h"
#include "cli/say.h"
#include "cli/task_names.h"

#include <string.h>

const cli_command *cli_find_command(const cli_command *const *commands, const char *name) {
    for (size_t i = 0; commands[i]; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    return NULL;
}

int cli_fail_command(const cli_command *const *commands, const char *name) {
    enum { MOST = 64 };
    if (name[0] == '-')
        return cli_fail("unknown option '%.60s': before the command there are only --help and --version", name);
    lb_task_kind kind;
    if (cli_task_known(name, &kind))
        return cli_fail("'%.60s' is a task, and a command comes first: linkbound plan %.60s NETWORK", name, name);
    const char *names[MOST];
    size_t count = 0;
    for (; count < MOST && commands[count]; count++)
        names[count] = commands[count]->name;
    return cli_fail_unknown("command", name, names, count);
}

void cli_usage(FILE *out) {
    fputs("linkbound plans and proves collective communication on hypercubes, tori and\n"
          "other direct networks.\n\n"
          "usage: linkbound COMMAND ...\n\n"
          "Try:\n"
          "  linkbound demo                          an all-to-all on the 6-cube, drawn\n"
          "  linkbound plan allreduce 4x4            the best plan, and how near the bound\n"
          "  linkbound compare broadcast cube:4 --bytes 1K..1M --link 10Gbit --latency 1us\n"
          "                                          which algorithm for which size\n"
          "  linkbound draw broadcast cube:3 --ascii\n"
          "  linkbound explain broadcast-4           how an algorithm works\n"
          "  linkbound explore                       all of it in the browser\n\n"
          "Commands:\n"
          "  plans     plan, check, bound, simulate, compare, faults, matrix, tree\n"
          "  pictures  draw, explore, demo\n"
          "  machines  run, tune, discover, exec, wire\n"
          "  files     export, corpus\n"
          "  lists     list, explain, networks, papers\n\n"
          "linkbound help says what they do, linkbound help COMMAND how one is used.\n",
          out);
}

void cli_print_overview(FILE *out, const cli_command *const *commands) {
    fputs("linkbound plans and proves collective communication on hypercubes, tori and\n"
          "other direct networks.\n\n"
          "usage: linkbound COMMAND ...\n\n",
          out);
    for (size_t i = 0; commands[i]; i++)
        fprintf(out, "  %-9s  %s\n", commands[i]->name, commands[i]->summary);
    fputs("\nNetworks: cube:6, ring:8, 4x4x4, 3x4x5; mesh:8x4, 8-x4, line:5; twisted:4x4x8,\n"
          "      circulant:16:1,4, complete:8, hyperx:4x4, folded:6, 4x4*complete:4,\n"
          "      lattice:4x8:0>0.4:1.0,0.1; '4x4x2 speeds 4,4,1'; graph:FILE;\n"
          "      machine:NAME (see linkbound networks)\nTasks:",
          out);
    for (int i = 0; i < LB_TASK_KINDS; i++)
        fprintf(out, "%s %s", i == 0 ? "" : i == 7 || i == 13 ? ",\n      " : ",", lb_task_kind_name((lb_task_kind)i));
    fputs("\n\n"
          "Lists (--sources, --offsets, --permutation): 0,3-7,5*3 or @FILE. Offsets may be\n"
          "tuples of digits, '(1,0,0);(0,-1,0)': a semicolon or a parenthesis makes them\n"
          "so. Permutations have names: antipode, bit-reversal, complement, half-turn,\n"
          "half-turn-gray, inversion, quarter-turn, quarter-turn-gray, random:SEED,\n"
          "reflection, reverse, rotation, shuffle, swap:A-B, transpose.\n\n"
          "Exit status: 0 all is well, 1 a check failed, 2 it could not be done.\n"
          "More: linkbound help COMMAND, man linkbound\n",
          out);
}

void cli_print_help(FILE *out, const cli_command *command) {
    char usage[128];
    cli_usage_text(command, usage, sizeof usage);
    fprintf(out, "linkbound %s: %s\n\n%s\n\n", command->name, command->summary, usage);
    cli_print_options(out, command->options);
    if (command->help)
        fprintf(out, "\n%s", command->help);
}
