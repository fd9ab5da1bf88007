/* Walking the command line: --name value, --name=value, -o value, -ovalue, --, operands. */
#include "cli/args.h"
#include "algo/table/meant.h"

#include "cli/options.h"
#include "cli/other_words.h"
#include "cli/say.h"
#include "cli/settle.h"

#include <string.h>

const char *cli_option_name(cli_option option) {
    return cli_options[option].name;
}

/* OPT_COUNT when there is none. Of two with the same name the one that the command takes. */
static cli_option find_long(const cli_command *command, const char *name, size_t length) {
    cli_option found = OPT_COUNT;
    for (int i = 0; i < OPT_COUNT; i++) {
        if (strlen(cli_options[i].name) == length && strncmp(cli_options[i].name, name, length) == 0 &&
            (found == OPT_COUNT || cli_among(command->options, (cli_option)i)))
            found = (cli_option)i;
    }
    return found;
}

static cli_option find_letter(char letter) {
    for (int i = 0; i < OPT_COUNT; i++) {
        if (cli_options[i].letter == letter)
            return (cli_option)i;
    }
    return OPT_COUNT;
}

static size_t taken_names(const cli_command *command, const char *names[OPT_COUNT]) {
    size_t count = 0;
    for (int i = 0; i < OPT_COUNT; i++) {
        if (cli_among(command->options, (cli_option)i) && cli_options[i].help)
            names[count++] = cli_options[i].name;
    }
    return count;
}

/* What it is called here, if the command takes that; else the nearest that it takes, or NULL. */
static const char *meant(const char *name, const char *const *names, size_t count) {
    const char *other = cli_option_meant(name);
    for (size_t i = 0; i < count && other; i++) {
        if (strcmp(names[i], other) == 0)
            return other;
    }
    return lb_nearest(name, names, count);
}

/* An option of another command; one of this command may be nearly the same, as --ports and --port are. */
static int fail_not_taken(const cli_command *command, const char *name) {
    const char *names[OPT_COUNT];
    size_t count = taken_names(command, names);
    const char *near = meant(name, names, count);
    if (near)
        return cli_fail("%s does not take %s; did you mean %s?", command->name, name, near);
    return cli_fail("%s does not take %s; see linkbound help %s", command->name, name, command->name);
}

static int fail_unknown_option(const cli_command *command, const char *name, size_t length) {
    const char *names[OPT_COUNT];
    size_t count = taken_names(command, names);
    char text[64];
    snprintf(text, sizeof text, "%.*s", (int)(length < 60 ? length : 60), name);
    const char *near = meant(text, names, count);
    if (near)
        return cli_fail("unknown option '%s'; did you mean %s?", text, near);
    return cli_fail_unknown("option", text, names, count);
}

static int take(const cli_command *command, cli_option option, const char *value, cli_args *args) {
    const char *name = cli_options[option].name;
    if (!cli_among(command->options, option))
        return fail_not_taken(command, name);
    if (cli_given(args, option))
        return cli_fail("%s is given twice", name);
    if (!value && cli_options[option].value)
        return cli_fail("%s needs a value: %s", name, cli_options[option].value);
    if (value && !cli_options[option].value)
        return cli_fail("%s takes no value", name);
    args->given[option] = true;
    return value ? cli_set_option(option, value, args) : CLI_OK;
}

/* argv[0] is the option; *used counts how many words it took. */
static int take_long(const cli_command *command, int argc, char **argv, cli_args *args, int *used) {
    const char *equals = strchr(argv[0], '=');
    size_t length = equals ? (size_t)(equals - argv[0]) : strlen(argv[0]);
    cli_option option = find_long(command, argv[0], length);
    if (option == OPT_COUNT)
        return fail_unknown_option(command, argv[0], length);
    const char *value = equals ? equals + 1 : NULL;
    if (!value && cli_options[option].value && argc > 1) {
        value = argv[1];
        (*used)++;
    }
    return take(command, option, value, args);
}

static int take_letters(const cli_command *command, int argc, char **argv, cli_args *args, int *used) {
    for (const char *p = argv[0] + 1; *p; p++) {
        cli_option option = find_letter(*p);
        if (option == OPT_COUNT)
            return cli_fail("unknown option '-%c'; see linkbound help %s", *p, command->name);
        const char *value = NULL;
        bool last = false;
        if (cli_options[option].value) {
            last = true;
            value = p[1] ? p + 1 : argc > 1 ? argv[1] : NULL;
            if (!p[1] && value)
                (*used)++;
        }
        int status = take(command, option, value, args);
        if (status || last)
            return status;
    }
    return CLI_OK;
}

void cli_usage_text(const cli_command *command, char *text, size_t size) {
    snprintf(text, size, "usage: linkbound %s%s%s", command->name, *command->usage ? " " : "", command->usage);
}

static int take_operand(const cli_command *command, const char *text, cli_args *args) {
    char usage[128];
    cli_usage_text(command, usage, sizeof usage);
    if (args->operands >= command->max_operands && text[0] >= '0' && text[0] <= '9')
        return cli_fail("%s: one argument too many, '%.60s'; a network is one word, such as cube:3 or 4x4",
                        command->name, text);
    if (args->operands >= command->max_operands)
        return cli_fail("%s: one argument too many, '%.60s'; %s", command->name, text, usage);
    args->operand[args->operands++] = text;
    return CLI_OK;
}

/* "Recursive_Doubling" is recursive-doubling. What is none is told where a task is known. */
static void settle_algorithm(cli_args *args) {
    const lb_algorithm *found;
    if (args->algorithm && lb_algorithm_meant(args->algorithm, 0, &found, NULL) == LB_OK)
        args->algorithm = found->name;
}

int cli_parse(const cli_command *command, int argc, char **argv, cli_args *args) {
    bool only_operands = false;
    int status = CLI_OK;
    for (int i = 0; i < argc && !status;) {
        int used = 1;
        if (command->takes_rest && (argv[i][0] != '-' || strcmp(argv[i], "--") == 0)) {
            int first = i + (argv[i][0] == '-');
            args->rest = argv + first;
            args->rest_count = argc - first;
            break;
        }
        if (only_operands || argv[i][0] != '-' || !argv[i][1]) {
            status = take_operand(command, argv[i], args);
        } else if (strcmp(argv[i], "--") == 0) {
            only_operands = true;
        } else if (argv[i][1] == '-') {
            status = take_long(command, argc - i, argv + i, args, &used);
        } else {
            status = take_letters(command, argc - i, argv + i, args, &used);
        }
        i += used;
    }
    if (status || cli_given(args, OPT_HELP))
        return status;
    settle_algorithm(args);
    char usage[128];
    cli_usage_text(command, usage, sizeof usage);
    if (args->operands < command->min_operands || (command->takes_rest && args->rest_count < 1))
        return cli_fail("%s: an argument is missing; %s", command->name, usage);
    return cli_settle_cost(command, args);
}

void cli_print_options(FILE *out, const cli_option *options) {
    for (int i = 0; i < OPT_COUNT; i++) {
        const cli_option_row *row = &cli_options[i];
        if (!cli_among(options, (cli_option)i) || !row->help)
            continue;
        char left[64], letter[8] = "    ";
        if (row->letter)
            snprintf(letter, sizeof letter, "-%c, ", row->letter);
        snprintf(left, sizeof left, "%s%s%s%s", letter, row->name, row->value ? " " : "", row->value ? row->value : "");
        if (strlen(left) > 31)
            fprintf(out, "  %s\n  %-31s  %s\n", left, "", row->help);
        else
            fprintf(out, "  %-31s  %s\n", left, row->help);
    }
}
