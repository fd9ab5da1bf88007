/* What links cost, told in any way: see settle.h. */
#include "cli/settle.h"

#include "cli/options.h"
#include "cli/say.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* One way to say it, not both. */
static int settle(cli_args *args, cli_option plain, cli_option other, lb_ratio *value, lb_ratio told) {
    if (!cli_given(args, other))
        return CLI_OK;
    if (cli_given(args, plain))
        return cli_fail("%s and %s say the same: give one", cli_options[plain].name, cli_options[other].name);
    *value = told;
    args->given[plain] = true;
    return CLI_OK;
}

/* ---- A profile ---- */

typedef struct known {
    const char *name;
    cli_option option;
    lb_ratio *value;
} known;

/* "ports 2", or "ports all": how many links a process can usefully drive. */
static int take_ports(const char *path, unsigned number, const char *value, cli_args *args) {
    unsigned ports = 0;
    char more;
    if (strcmp(value, "all") != 0 && (sscanf(value, "%4u%c", &ports, &more) != 1 || ports == 0))
        return cli_fail("%s:%u: not a number of ports: '%.60s'", path, number, value);
    if (cli_given(args, OPT_PORTS) || ports == 0)
        return CLI_OK;
    args->ports = ports;
    args->ports_known = true;
    return CLI_OK;
}

/* One line of it, what follows a # left out: "tau 0.8". What it says beside times is for who runs programs. */
static int take_line(const char *path, unsigned number, char *line, cli_args *args) {
    const known keys[] = {{"tau", OPT_TAU, &args->tau}, {"beta", OPT_BETA, &args->beta}, {"hop", OPT_HOP, &args->hop}};
    char key[16] = "", value[64] = "", more[2];
    line[strcspn(line, "#\r\n")] = '\0';
    int words = sscanf(line, "%15s %63s %1s", key, value, more);
    if (words == 2 && strcmp(key, "ports") == 0)
        return take_ports(path, number, value, args);
    for (size_t i = 0; i < 3 && words > 0; i++) {
        if (strcmp(key, keys[i].name) != 0 || (keys[i].option == OPT_HOP && strcmp(value, "none") == 0))
            continue;
        lb_ratio told;
        if (words != 2 || lb_ratio_parse(value, &told) || told.num < 0)
            return cli_fail("%s:%u: not a number of nanoseconds: '%.60s'", path, number, value);
        if (!cli_given(args, keys[i].option)) {
            *keys[i].value = told;
            args->given[keys[i].option] = true;
            args->united = "--profile";
            args->hop_known = args->hop_known || keys[i].option == OPT_HOP;
        }
    }
    return CLI_OK;
}

static int take_lines(FILE *file, const char *path, cli_args *args) {
    char line[256];
    unsigned number = 1;
    int status = CLI_OK;
    if (!fgets(line, sizeof line, file) || strncmp(line, "linkbound-profile 1", 19) != 0)
        return cli_fail("%s: not a profile: it begins with 'linkbound-profile 1', as linkbound tune writes it", path);
    while (!status && number < 200 && fgets(line, sizeof line, file))
        status = take_line(path, ++number, line, args);
    return status;
}

/* A profile is of the machine: a network whose nodes have fewer links uses all of them. */
static void limit_ports(cli_args *args) {
    for (unsigned i = 1; i < args->operands && args->ports_known; i++) {
        lb_net *net = NULL;
        if (lb_net_parse(args->operand[i], &net, NULL) == LB_OK && args->ports >= lb_net_ports(net)) {
            args->ports = 0;
            args->ports_known = false;
        }
        lb_net_free(net);
    }
}

static int take_profile(cli_args *args) {
    FILE *file = fopen(args->profile, "r");
    if (!file)
        return cli_fail("%s: %s", args->profile, strerror(errno));
    int status = take_lines(file, args->profile, args);
    fclose(file);
    limit_ports(args);
    if (!status && !cli_given(args, OPT_TAU))
        status = cli_fail("%s: there is no tau in it, the nanoseconds that a byte takes: add 'tau 0.8', or give --tau "
                          "or --link",
                          args->profile);
    if (!status && !cli_given(args, OPT_BETA))
        status = cli_fail("%s: there is no beta in it, the nanoseconds that a packet takes to start: add 'beta 2000', "
                          "or give --beta or --latency",
                          args->profile);
    return status;
}

int cli_settle_cost(const cli_command *command, cli_args *args) {
    if (!cli_among(command->options, OPT_TAU))
        return CLI_OK;
    int status = settle(args, OPT_TAU, OPT_LINK, &args->tau, args->link);
    if (!status)
        status = settle(args, OPT_BETA, OPT_LATENCY, &args->beta, args->latency);
    if (!status && cli_given(args, OPT_PROFILE))
        status = take_profile(args);
    if (!status && args->united && args->bare)
        status =
            cli_fail("%s has a unit and %s is a plain number: write it as 300ns or 1.5us", args->united, args->bare);
    args->nanoseconds = args->united != NULL;
    return status;
}
