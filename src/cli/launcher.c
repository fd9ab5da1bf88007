/* Launchers: whose one is, by its name or by what it says of its version; and how each is told to hand down the
 * environment. */
#define _XOPEN_SOURCE 700
#include "cli/launcher.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { TEXT = 4096 };

/* ---- Whose ---- */

/* Where the shell would find it, links followed: Debian's mpirun is a link to a link to orterun. */
static bool resolve(const char *name, char *path) {
    char list[TEXT], full[TEXT], *save = NULL;
    if (strchr(name, '/'))
        return realpath(name, path) != NULL;
    const char *folders = getenv("PATH");
    snprintf(list, sizeof list, "%s", folders ? folders : "/usr/bin:/bin");
    for (char *folder = strtok_r(list, ":", &save); folder; folder = strtok_r(NULL, ":", &save)) {
        if (snprintf(full, sizeof full, "%s/%s", folder, name) < TEXT && access(full, X_OK) == 0)
            return realpath(full, path) != NULL;
    }
    return false;
}

static const char *by_name(const char *path) {
    static const char *const names[][2] = {
        {"openmpi", "openmpi"}, {"orterun", "openmpi"}, {"prterun", "openmpi"}, {"mpich", "mpich"}, {"hydra", "mpich"}};
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strstr(base, names[i][0]))
            return names[i][1];
    }
    return NULL;
}

/* The first bytes of what `path --version` says. */
static void ask_version(const char *path, char *text, size_t size) {
    int ends[2];
    size_t length = 0;
    ssize_t got = 1;
    text[0] = '\0';
    if (pipe(ends) != 0)
        return;
    pid_t child = fork();
    if (child == 0) {
        int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, 0);
        dup2(nothing, 2);
        dup2(ends[1], 1);
        close(ends[0]);
        execl(path, path, "--version", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    while (child > 0 && got > 0 && length < size - 1) {
        got = read(ends[0], text + length, size - 1 - length);
        length += got > 0 ? (size_t)got : 0;
    }
    text[length] = '\0';
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
}

bool cli_launcher_look(cli_launch *launch, const char *mpi) {
    char path[TEXT], text[TEXT];
    const char *found = NULL, *base = strrchr(launch->words[0], '/');
    base = base ? base + 1 : launch->words[0];
    bool usual = strncmp(base, "mpirun", 6) == 0 || strncmp(base, "mpiexec", 7) == 0;
    if (resolve(launch->words[0], path)) {
        found = by_name(path);
        if (!found && usual) { /* a script is not started without need */
            ask_version(path, text, sizeof text);
            found = strstr(text, "Open MPI") ? "openmpi" : strstr(text, "HYDRA") ? "mpich" : NULL;
        }
    }
    launch->own = found != NULL && (!mpi || strcmp(mpi, found) == 0);
    launch->mpi = mpi ? mpi : found;
    return launch->mpi != NULL;
}

/* ---- How ---- */

static bool is_ours(const char *variable) {
    return strncmp(variable, "LINKBOUND_", 10) == 0;
}

/* "NAME" of "NAME=value". */
static char *name_of(const char *variable) {
    return strndup(variable, strcspn(variable, "="));
}

static char *joined(const char *a, const char *b) {
    size_t size = strlen(a) + strlen(b) + 1;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%s%s", a, b);
    return text;
}

/* Open MPI hands down to other machines only what it is told to, and it is told for each program of several; MPICH
 * hands down everything unless it is told not to, and is told once. */
static int add_options(const cli_launch *launch, const char *preload, char **words) {
    int count = 0;
    bool mpich = strcmp(launch->mpi, "mpich") == 0;
    words[count++] = mpich ? "-genv" : "-x";
    if (mpich)
        words[count++] = "LD_PRELOAD";
    words[count++] = mpich ? strdup(preload) : joined("LD_PRELOAD=", preload);
    for (char **variable = environ; *variable; variable++) {
        if (!is_ours(*variable))
            continue;
        words[count++] = mpich ? "-genv" : "-x";
        words[count++] = name_of(*variable);
        if (mpich)
            words[count++] = strchr(*variable, '=') + 1;
    }
    return count;
}

/* Programs of one start, on the command line: "-n 2 ./a : -n 2 ./b". */
static size_t programs(const cli_launch *launch) {
    size_t count = 1;
    for (int i = 1; i < launch->count; i++)
        count += strcmp(launch->words[i], ":") == 0;
    return count;
}

/* Those that are in a file can only be told by the environment. */
static bool from_file(const cli_launch *launch) {
    for (int i = 1; i < launch->count; i++) {
        if (strcmp(launch->words[i], "--app") == 0 || strcmp(launch->words[i], "-app") == 0)
            return true;
    }
    return false;
}

char **cli_launcher_words(const cli_launch *launch, const char *preload) {
    size_t variables = 0;
    while (environ[variables])
        variables++;
    char **words = calloc((size_t)launch->count + programs(launch) * (3 * variables + 8), sizeof *words);
    if (!words)
        return NULL;
    int count = 0;
    bool each = launch->own && strcmp(launch->mpi, "openmpi") == 0;
    words[count++] = launch->words[0];
    if (launch->own)
        count += add_options(launch, preload, words + count);
    if (!launch->own || from_file(launch))
        setenv("LD_PRELOAD", preload, 1);
    for (int i = 1; i < launch->count; i++) {
        words[count++] = launch->words[i];
        if (each && strcmp(launch->words[i], ":") == 0)
            count += add_options(launch, preload, words + count);
    }
    for (int i = 0; i < count; i++) {
        if (!words[i]) {
            free(words);
            return NULL;
        }
    }
    return words;
}
