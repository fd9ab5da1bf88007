/* linkbound help and linkbound version. */
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/say.h"

static int run_help(const cli_args *args) {
    if (!args->operands) {
        cli_print_overview(stdout, args->commands);
        return CLI_OK;
    }
    const cli_command *command = cli_find_command(args->commands, args->operand[0]);
    if (!command)
        return cli_fail_command(args->commands, args->operand[0]);
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
    .options = CLI_OPTIONS(OPT_HELP),
    .max_operands = 1,
    .run = run_help,
};

const cli_command cli_version = {
    .name = "version",
    .usage = "",
    .summary = "which version this is",
    .options = CLI_OPTIONS(OPT_HELP),
    .run = run_version,
};
