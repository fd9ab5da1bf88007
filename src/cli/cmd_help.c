/* linkbound help, linkbound version, and the usage. */
#include "cli/commands.h"
#include "cli/say.h"

void cli_usage(FILE *out) {
    fputs("usage: linkbound COMMAND ...    for example: linkbound plan alltoall cube:6\n"
          "commands: plan, check, bound, simulate, run, tune, compare, faults, matrix, tree, draw, export,\n"
          "          list, papers, explore, exec, demo\n"
          "linkbound help tells more\n",
          out);
}

static void print_overview(FILE *out) {
    fputs("linkbound plans and proves collective communication on hypercubes and tori.\n\n"
          "usage: linkbound COMMAND ...\n\n",
          out);
    for (size_t i = 0; cli_commands[i]; i++)
        fprintf(out, "  %-9s  %s\n", cli_commands[i]->name, cli_commands[i]->summary);
    fputs("\nNetworks: cube:6, ring:8, 4x4x4, 3x4x5\nTasks:", out);
    for (int i = 0; i < LB_TASK_KINDS; i++)
        fprintf(out, "%s %s", i == 0 ? "" : i == 7 || i == 13 ? ",\n      " : ",", lb_task_kind_name((lb_task_kind)i));
    fputs("\n\n"
          "Lists (--sources, --offsets, --permutation): 0,3-7,5*3 or @FILE. Offsets may be\n"
          "tuples of digits, '(1,0,0);(0,-1,0)': a semicolon or a parenthesis makes them\n"
          "so. Permutations have names: antipode, bit-reversal, complement, half-turn,\n"
          "half-turn-gray, inversion, quarter-turn, quarter-turn-gray, random:SEED,\n"
          "reflection, reverse, rotation, shuffle, swap:A-B, transpose.\n\n"
          "Exit status: 0 fine, 1 a check failed, 2 cannot do it.\n"
          "More: linkbound help COMMAND, man linkbound\n",
          out);
}

void cli_print_help(FILE *out, const cli_command *command) {
    if (!command) {
        print_overview(out);
        return;
    }
    char usage[128];
    cli_usage_text(command, usage, sizeof usage);
    fprintf(out, "linkbound %s: %s\n\n%s\n\n", command->name, command->summary, usage);
    cli_print_options(out, command->options);
    if (command->help)
        fprintf(out, "\n%s", command->help);
}

static int run_help(const cli_args *args) {
    const cli_command *command = NULL;
    if (args->operands) {
        command = cli_find_command(args->operand[0]);
        if (!command)
            return cli_fail_command(args->operand[0]);
    }
    cli_print_help(stdout, command);
    return CLI_OK;
}

static int run_version(const cli_args *args) {
    (void)args;
    printf("linkbound %s\n", lb_version());
    return CLI_OK;
}

const cli_command cli_help = {
    .name = "help",
    .usage = "[COMMAND]",
    .summary = "this help, or a command's",
    .options = OPT_BIT(OPT_HELP),
    .max_operands = 1,
    .run = run_help,
};

const cli_command cli_version = {
    .name = "version",
    .usage = "",
    .summary = "which version this is",
    .options = OPT_BIT(OPT_HELP),
    .run = run_version,
};
