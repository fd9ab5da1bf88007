/* linkbound exec: starts an MPI program with the drop-in before its MPI. */
#define _XOPEN_SOURCE 700
#include "cli/commands.h"
#include "cli/faults.h"
#include "cli/launcher.h"
#include "cli/net_names.h"
#include "cli/say.h"
#include "pmpi/verbs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4096 };

/* Beside the tool, as in the build tree; or where it is installed. */
static bool find_drop_in(const char *mpi, char *path) {
    static const char *const places[] = {"", LB_LIB_FROM_BIN "/linkbound/", "../lib/linkbound/"};
    char self[PATH];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return false;
    self[length] = '\0';
    strrchr(self, '/')[1] = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char found[PATH];
        if (snprintf(found, sizeof found, "%s%sliblinkbound-pmpi-%s.so", self, places[i], mpi) < PATH &&
            realpath(found, path))
            return true;
    }
    return false;
}

/* What stands before what is preloaded already. */
static int preload(const char *library, char *value, size_t size) {
    const char *before = getenv("LD_PRELOAD");
    bool any = before && *before;
    if (strpbrk(library, ": "))
        return cli_fail("exec: %s: LD_PRELOAD cannot name a path with a blank or a colon", library);
    if ((size_t)snprintf(value, size, "%s%s%s", library, any ? ":" : "", any ? before : "") >= size)
        return cli_fail("exec: LD_PRELOAD is too long");
    return CLI_OK;
}

/* The processes may start in other folders: what a file describes is named by its whole path. */
static void say_network(const char *text) {
    static const char graph[] = "graph:";
    char path[PATH], whole[PATH + sizeof graph];
    if (strncmp(text, graph, sizeof graph - 1) != 0 || !realpath(text + sizeof graph - 1, path))
        snprintf(whole, sizeof whole, "%s", text);
    else
        snprintf(whole, sizeof whole, "%s%s", graph, path);
    setenv("LINKBOUND_NETWORK", whole, 1);
}

static int set_network(const cli_args *args) {
    const char *text = args->network ? args->network : getenv("LINKBOUND_NETWORK");
    lb_net *net = NULL;
    if (!text || !*text)
        return cli_fail("exec: which network? --network cube:6, or auto (or LINKBOUND_NETWORK)");
    bool found = strcmp(text, "auto") == 0;
    if (found && (args->without || args->hosts || cli_given(args, OPT_SLOTS)))
        return cli_fail("exec: --network auto finds out what --%s says: one of them is too many",
                        args->without ? "without"
                        : args->hosts ? "hosts"
                                      : "slots");
    int status = found ? CLI_OK : cli_net_parse(text, &net);
    if (!status && !found)
        status = cli_faults_apply(args, &net);
    lb_net_free(net);
    if (status)
        return status;
    say_network(text);
    if (args->without)
        setenv("LINKBOUND_WITHOUT", args->without, 1);
    if (cli_given(args, OPT_SUMMARY))
        setenv("LINKBOUND_SUMMARY", "1", 1);
    if (cli_given(args, OPT_NONBLOCKING))
        setenv("LINKBOUND_NONBLOCKING", "1", 1);
    return CLI_OK;
}

/* Whether it is a word of LINKBOUND_COLLECTIVES, so that a wrong one is said before anything is started. */
static bool is_collective(const char *word, size_t length) {
    static const char *const names[] = {"all", "default",
#define NAME(Name, verb, parameters, arguments) "-" #verb,
                                        LB_VERBS(NAME)
#undef NAME
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *name = names[i] + (names[i][0] == '-' && word[0] != '-'); /* only single ones are left out */
        if (strlen(name) == length && strncmp(name, word, length) == 0)
            return true;
    }
    return false;
}

static int set_collectives(const char *text) {
    const char *word = text;
    if (!text)
        return CLI_OK;
    while (*word) {
        size_t length = strcspn(word, ", ");
        if (length > 0 && !is_collective(word, length))
            return cli_fail("exec: --collectives: there is no '%.*s'", (int)(length < 40 ? length : 40), word);
        word += length;
        word += strspn(word, ", ");
    }
    setenv("LINKBOUND_COLLECTIVES", text, 1);
    return CLI_OK;
}

/* Rank 0 may have another working folder. */
static int set_profile(const char *file) {
    char path[PATH];
    if (!file)
        return CLI_OK;
    if (strcmp(file, "none") != 0) {
        if (!realpath(file, path) || access(path, R_OK) != 0)
            return cli_fail("exec: --profile: %.200s: %s", file, strerror(errno));
        file = path;
    }
    setenv("LINKBOUND_PROFILE", file, 1);
    return CLI_OK;
}

/* Who runs where. What is in the file is looked at where the processes are known. */
static int set_placement(const cli_args *args) {
    char path[PATH], number[16];
    if (args->hosts && cli_given(args, OPT_SLOTS))
        return cli_fail("exec: --hosts and --slots: one of them says where processes are");
    if (args->hosts && (!realpath(args->hosts, path) || access(path, R_OK) != 0))
        return cli_fail("exec: --hosts: %.200s: %s", args->hosts, strerror(errno));
    if (args->hosts)
        setenv("LINKBOUND_HOSTS", path, 1);
    if (!cli_given(args, OPT_SLOTS))
        return CLI_OK;
    if (args->slots == 0 || args->slots > 1 << 16)
        return cli_fail("exec: --slots: from 1 to %d processes on a node", 1 << 16);
    snprintf(number, sizeof number, "%u", (unsigned)args->slots);
    setenv("LINKBOUND_SLOTS", number, 1);
    return CLI_OK;
}

static int run(const cli_args *args) {
    static const char *const mpis[] = {"openmpi", "mpich"};
    char library[PATH], value[2 * PATH];
    cli_launch launch = {.count = args->rest_count, .words = args->rest};
    int status = set_network(args);
    if (!status)
        status = set_collectives(args->collectives);
    if (!status)
        status = set_profile(args->profile);
    if (!status)
        status = set_placement(args);
    if (status)
        return status;
    if (!cli_launcher_look(&launch, cli_given(args, OPT_MPI) ? mpis[args->mpi] : NULL))
        return cli_fail("exec: no telling which MPI '%.200s' belongs to: --mpi openmpi or --mpi mpich", args->rest[0]);
    if (!find_drop_in(launch.mpi, library))
        return cli_fail("exec: liblinkbound-pmpi-%s.so is not there: it is built where %s is found", launch.mpi,
                        launch.mpi);
    status = preload(library, value, sizeof value);
    char **words = status ? NULL : cli_launcher_words(&launch, value);
    if (!status && !words)
        return cli_fail("exec: not enough memory");
    if (status)
        return status;
    execvp(words[0], words);
    return cli_fail("exec: %.200s: %s", words[0], strerror(errno));
}

const cli_command cli_exec = {
    .name = "exec",
    .usage = "--network NETWORK [--] mpirun ...",
    .summary = "run an MPI program with Linkbound's collectives",
    .options = CLI_OPTIONS(OPT_HELP, OPT_NETWORK, OPT_MPI, OPT_SUMMARY, OPT_NONBLOCKING, OPT_COLLECTIVES, OPT_WITHOUT,
                           OPT_PROFILE, OPT_HOSTS, OPT_SLOTS),
    .takes_rest = true,
    .run = run,
    .help = "The program may be any MPI program, and is not changed. Rank r is node r of the\n"
            "network; if there are more processes than nodes, all processes of a host are on\n"
            "one node. A hosts file says which host is which node. With --slots P ranks 0 to\n"
            "P-1 are node 0, and so on, wherever they run. --network auto finds the network\n"
            "by the cables between the hosts, as linkbound discover does.\n"
            "All processes must run with the drop-in; mpirun of Open MPI and of MPICH get\n"
            "what is needed for that. For another launcher, which must pass on its\n"
            "environment, say --mpi.\n"
            "LINKBOUND_DISABLE=1 turns it off; man linkbound-exec lists the other variables.\n",
};
