/* linkbound: finds the subcommand, and lets it run. */
#include "cli/commands.h"
#include "cli/mpi_exec.h"
#include "cli/say.h"

#include <locale.h>
#include <string.h>

const cli_command *const cli_commands[] = {
    &cli_plan,    &cli_check,   &cli_bound,  &cli_simulate, &cli_run,     &cli_tune,   &cli_exec,
    &cli_compare, &cli_faults,  &cli_matrix, &cli_tree,     &cli_draw,    &cli_export, &cli_list,
    &cli_papers,  &cli_explore, &cli_demo,   &cli_help,     &cli_version, NULL,
};

const cli_command *cli_find_command(const char *name) {
    for (size_t i = 0; cli_commands[i]; i++) {
        if (strcmp(cli_commands[i]->name, name) == 0)
            return cli_commands[i];
    }
    return NULL;
}

int cli_fail_command(const char *name) {
    if (name[0] == '-')
        return cli_fail("unknown option '%.60s': before the command there are only --help and --version", name);
    const char *names[sizeof cli_commands / sizeof cli_commands[0]];
    size_t count = 0;
    for (; cli_commands[count]; count++)
        names[count] = cli_commands[count]->name;
    return cli_fail_unknown("command", name, names, count);
}

static int run(int argc, char **argv) {
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        name = "version";
    const cli_command *command = cli_find_command(name);
    if (!command)
        return cli_fail_command(name);
    cli_args args = {.program = argv[0], .command = command->name};
    int status = cli_parse(command, argc - 2, argv + 2, &args);
    if (status)
        return status;
    if (cli_given(&args, OPT_HELP)) {
        cli_print_help(stdout, command);
        return CLI_OK;
    }
    return command->run(&args);
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, ""); /* what the terminal can show; numbers stay as they are */
    if (argc < 2) {
        cli_usage(stderr);
        return CLI_CANNOT;
    }
    int status = cli_mpi_exec(argc, argv);
    return status ? status : cli_finish(run(argc, argv));
}
