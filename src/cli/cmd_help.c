/* linkbound help and linkbound version. */
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/say.h"
#include "out/json.h"

static void put_command(out_json *json, const cli_command *command) {
    out_json_open(json, NULL, '{');
    out_json_text(json, "name", command->name);
    out_json_text(json, "summary", command->summary);
    out_json_text(json, "usage", command->usage);
    out_json_open(json, "options", '[');
    for (int i = 0; i < OPT_COUNT; i++) {
        if (cli_among(command->options, (cli_option)i) && cli_options[i].help)
            out_json_text(json, NULL, cli_options[i].name);
    }
    out_json_close(json, ']');
    out_json_close(json, '}');
}

static int help_json(const cli_args *args) {
    out_json json = {.out = stdout};
    const cli_command *only = args->operands ? cli_find_command(args->commands, args->operand[0]) : NULL;
    if (args->operands && !only)
        return cli_fail_command(args->commands, args->operand[0]);
    out_json_open(&json, NULL, '{');
    out_json_open(&json, "commands", '[');
    for (size_t i = 0; args->commands[i]; i++) {
        if (!only || only == args->commands[i])
            put_command(&json, args->commands[i]);
    }
    out_json_close(&json, ']');
    out_json_end(&json);
    return CLI_OK;
}

static int run_help(const cli_args *args) {
    if (cli_given(args, OPT_JSON))
        return help_json(args);
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
    if (cli_given(args, OPT_JSON)) {
        out_json json = {.out = stdout};
        out_json_open(&json, NULL, '{');
        out_json_text(&json, "version", lb_version());
        out_json_end(&json);
        return CLI_OK;
    }
    printf("linkbound %s\n", lb_version());
    return CLI_OK;
}

const cli_command cli_help = {
    .name = "help",
    .usage = "[COMMAND]",
    .summary = "this help, or a command's",
    .options = CLI_OPTIONS(OPT_JSON, OPT_HELP),
    .max_operands = 1,
    .run = run_help,
};

const cli_command cli_version = {
    .name = "version",
    .usage = "",
    .summary = "which version this is",
    .options = CLI_OPTIONS(OPT_JSON, OPT_HELP),
    .run = run_version,
};
