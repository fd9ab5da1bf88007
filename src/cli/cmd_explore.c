/* linkbound explore: the page that plans, plays and checks in a browser. The page is a file of its own, made by `make
 * explorer`; the tool finds it, writes it where it is wanted, opens it or serves it. */
#define _GNU_SOURCE /* for readlink, realpath, environ */
#include "cli/commands.h"
#include "cli/net_names.h"
#include "cli/problem.h"
#include "cli/say.h"
#include "cli/serve.h"
#include "cli/task_names.h"
#include "cli/whole_file.h"
#include "out/json.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef LB_PAGE_FROM_BIN /* from the folder of the installed tool */
#define LB_PAGE_FROM_BIN "../share/linkbound/explorer.html"
#endif

enum { PAGE_MAX = 16 << 20 };

/* ---- The page ---- */

/* In the folder of the tool (a build tree), or where it is installed. False: nowhere. */
static bool find_page(char path[PATH_MAX]) {
    static const char *const places[] = {"explorer.html", LB_PAGE_FROM_BIN};
    char self[PATH_MAX], guess[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return false;
    self[length] = '\0';
    *(strrchr(self, '/') + 1) = '\0';
    for (unsigned i = 0; i < 2; i++) {
        if (snprintf(guess, sizeof guess, "%s%s", self, places[i]) < (int)sizeof guess && realpath(guess, path))
            return true;
    }
    return false;
}

static int read_page(const char *path, char **page, size_t *size) {
    errno = 0;
    FILE *file = fopen(path, "rb");
    *page = file ? malloc(PAGE_MAX) : NULL;
    *size = *page ? fread(*page, 1, PAGE_MAX, file) : 0;
    bool fine = *page && !ferror(file) && *size > 0 && *size < PAGE_MAX;
    int number = errno;
    if (file)
        fclose(file);
    if (fine)
        return CLI_OK;
    free(*page);
    *page = NULL;
    return cli_fail("%.200s: cannot be read: %s", path, number ? strerror(number) : "not the explorer");
}

/* ---- Its address ---- */

/* Adds text to the address, with what is not plain as %XX. */
static void append_escaped(char *address, size_t room, const char *text, const char *plain) {
    size_t length = strlen(address);
    for (const unsigned char *p = (const unsigned char *)text; *p && length + 4 < room; p++) {
        if (isalnum(*p) || strchr(plain, *p))
            address[length++] = (char)*p;
        else
            length += (size_t)snprintf(address + length, room - length, "%%%02X", *p);
    }
    address[length] = '\0';
}

/* The page's guided tours, the ids of web/page/stories.js. */
static const char *const stories[] = {"doubling", "necklaces", "waves", "exchange", "fault"};
enum { STORIES = sizeof stories / sizeof *stories };

/* What the page shall begin with, if the command line says it. */
static void append_fragment(char *address, size_t room, const cli_args *args) {
    static const char *const keys[] = {"#task=", "&network="};
    if (args->story)
        snprintf(address + strlen(address), room - strlen(address), "#story=%s", args->story);
    for (unsigned i = 0; i < args->operands && i < 2; i++) {
        snprintf(address + strlen(address), room - strlen(address), "%s", keys[i]);
        append_escaped(address, room, args->operand[i], "-._:");
    }
}

static int check_story(const cli_args *args) {
    unsigned i = 0;
    if (args->operands)
        return cli_fail("--story shows what it tells: leave out %.60s", args->operand[0]);
    while (i < STORIES && strcmp(stories[i], args->story) != 0)
        i++;
    return i < STORIES ? CLI_OK : cli_fail_unknown("story", args->story, stories, STORIES);
}

static int check_operands(const cli_args *args) {
    lb_task_kind kind;
    lb_net *net = NULL;
    if (args->operands == 0)
        return CLI_OK;
    int status = cli_task_kind(args->operand[0], &kind);
    if (status || args->operands == 1)
        return status;
    if (strncmp(args->operand[1], "graph:", 6) == 0)
        return cli_fail("the explorer cannot read %.200s: open the FILE of plan -o FILE there", args->operand[1]);
    status = cli_net_parse(args->operand[1], &net);
    lb_net_free(net);
    return status;
}

/* ---- The browser ---- */

/* Whether a browser was asked to open the address; it is not waited for. */
static bool open_browser(const char *address) {
    char command[] = "xdg-open", copy[3 * PATH_MAX + 256];
    char *argv[] = {command, copy, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
        return false; /* xdg-open would look for a browser that runs in the terminal */
    snprintf(copy, sizeof copy, "%s", address);
    if (posix_spawn_file_actions_init(&actions))
        return false;
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int error = posix_spawnp(&child, command, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error == 0;
}

static void show_json(const cli_args *args, const char *address, bool opened) {
    out_json json = {.out = stdout};
    out_json_open(&json, NULL, '{');
    out_json_text(&json, "address", address);
    out_json_text(&json, "file", args->output);
    out_json_bool(&json, "opened", opened);
    out_json_end(&json);
}

static void show(const cli_args *args, const char *address) {
    if (!cli_given(args, OPT_JSON)) {
        printf("%s\n", address);
        fflush(stdout);
    }
    bool opened = !cli_given(args, OPT_NO_OPEN) && open_browser(address);
    if (cli_given(args, OPT_JSON)) {
        show_json(args, address, opened);
        fflush(stdout);
    } else if (!cli_given(args, OPT_NO_OPEN) && !opened) {
        cli_say("no desktop to open it on: open the address in a browser");
    }
}

static int show_file(const cli_args *args, const char *path) {
    char address[3 * PATH_MAX + 256] = "file://", full[PATH_MAX];
    if (!realpath(path, full))
        return cli_fail("%.200s: %s", path, strerror(errno));
    append_escaped(address, sizeof address, full, "/-._~");
    append_fragment(address, sizeof address, args);
    show(args, address);
    return CLI_OK;
}

static int serve(const cli_args *args, const char *page, size_t size) {
    char address[1024];
    uint16_t port = (uint16_t)args->port;
    int listener = cli_listen(&port);
    if (listener < 0)
        return cli_fail("--port %u: %s", (unsigned)args->port, strerror(errno));
    snprintf(address, sizeof address, "http://127.0.0.1:%u/", (unsigned)port);
    append_fragment(address, sizeof address, args);
    show(args, address);
    cli_serve(listener, port, page, size);
    return cli_fail("the connection to browsers broke: %s", strerror(errno));
}

/* ---- The command ---- */

static int check_options(const cli_args *args) {
    if (cli_given(args, OPT_JSON) && args->output && strcmp(args->output, "-") == 0)
        return cli_fail("explore --json says where the page is: -o FILE, please");
    if (cli_given(args, OPT_PORT) && args->output)
        return cli_fail("--port serves the page, --output writes it: choose one");
    if (args->port > UINT16_MAX)
        return cli_fail("--port %u: at most 65535", (unsigned)args->port);
    return args->story ? check_story(args) : check_operands(args);
}

static int run(const cli_args *args) {
    char path[PATH_MAX], *page = NULL;
    size_t size = 0;
    int status = check_options(args);
    if (status)
        return status;
    if (!find_page(path))
        return cli_fail("the explorer is not beside this tool: make explorer builds it, make install installs it");
    status = read_page(path, &page, &size);
    if (!status && args->output)
        status = cli_write_whole(args->output, page, size);
    if (!status && cli_given(args, OPT_PORT))
        status = serve(args, page, size);
    else if (!status && !(args->output && strcmp(args->output, "-") == 0))
        status = show_file(args, args->output ? args->output : path);
    free(page);
    return status;
}

const cli_command cli_explore = {
    .name = "explore",
    .usage = "[TASK [NETWORK]] [OPTION...]",
    .summary = "plan, play and check schedules in the browser",
    .options = CLI_OPTIONS(OPT_HELP, OPT_OUTPUT, OPT_STORY, OPT_PORT, OPT_NO_OPEN, OPT_JSON),
    .max_operands = 2,
    .run = run,
    .help = "Opens the explorer, one page that needs no network. Its address is printed. With\n"
            "--output it is written there first; with --port it is served to this machine's\n"
            "browsers until it is interrupted, for those that may not read the file.\n"
            "\n"
            "Stories, guided tours of a few scenes:\n"
            "  doubling    why recursive doubling wastes links\n"
            "  necklaces   the necklace tree\n"
            "  waves       the waves of BROADCAST 4\n"
            "  exchange    an all-to-all with no idle link\n"
            "  fault       around a dead link\n"
            "\n"
            "Examples:\n"
            "  linkbound explore\n"
            "  linkbound explore alltoall cube:6\n"
            "  linkbound explore --story doubling\n"
            "  linkbound explore -o explorer.html --no-open\n"
            "  linkbound explore --port 8080\n",
};
