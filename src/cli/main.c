/* linkbound: finds the subcommand, and lets it run. */
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/mpi_exec.h"
#include "cli/say.h"

#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <string.h>

/* In the order of the help. */
static const cli_command *const commands[] = {
    &cli_plan,   &cli_check,  &cli_bound,   &cli_simulate, &cli_run,      &cli_tune,   &cli_discover,
    &cli_exec,   &cli_wire,   &cli_compare, &cli_faults,   &cli_matrix,   &cli_tree,   &cli_draw,
    &cli_export, &cli_corpus, &cli_list,    &cli_explain,  &cli_networks, &cli_papers, &cli_explore,
    &cli_demo,   &cli_help,   &cli_version, NULL,
};

static int run(int argc, char **argv) {
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        name = "version";
    const cli_command *command = cli_find_command(commands, name);
    if (!command)
        return cli_fail_command(commands, name);
    cli_args args = {.program = argv[0], .command = command->name, .commands = commands};
    int status = cli_parse(command, argc - 2, argv + 2, &args);
    if (status)
        return status;
    if (cli_given(&args, OPT_HELP)) {
        cli_print_help(stdout, command);
        return CLI_OK;
    }
    return command->run(&args);
}

/* Large arrays are taken from memory that was used before, not from the system, which would clear it anew: schedules of
 * other tools are read a seventh faster. */
static void keep_memory(void) {
#ifdef M_TRIM_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, INT_MAX);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
}

int main(int argc, char **argv) {
    keep_memory();
    setlocale(LC_CTYPE, ""); /* what the terminal can show; numbers stay as they are */
    if (argc < 2) {
        cli_usage(stderr);
        return CLI_CANNOT;
    }
    int status = cli_mpi_exec(argc, argv);
    return status ? status : cli_finish(run(argc, argv));
}
