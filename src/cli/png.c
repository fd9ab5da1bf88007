/* By librsvg's own tool alone: others draw these pictures wrongly. It reads the SVG from standard input and writes the
 * PNG to standard output, both of which are files without a name: nothing is left behind, and nobody waits for anybody.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli/png.h"

#include "cli/say.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Twice as fine as the screen. */
static char *const converter[] = {"rsvg-convert", "--zoom", "2", "--format", "png", NULL};

/* 0: it ran and was content. */
static int run(char *const *command, FILE *from, FILE *to) {
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;
    if (posix_spawn_file_actions_init(&actions))
        return -1;
    int error = posix_spawn_file_actions_adddup2(&actions, fileno(from), STDIN_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, fileno(to), STDOUT_FILENO);
    if (!error)
        error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (!error)
        error = posix_spawnp(&child, command[0], &actions, NULL, command, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* What the converter wrote, if it is a PNG. */
static char *take(FILE *file, size_t *length) {
    static const char signature[] = "\x89PNG\r\n\x1a\n";
    if (fseek(file, 0, SEEK_END))
        return NULL;
    long size = ftell(file);
    if (size < 8)
        return NULL;
    rewind(file);
    char *data = malloc((size_t)size);
    if (data && (fread(data, 1, (size_t)size, file) != (size_t)size || memcmp(data, signature, 8) != 0)) {
        free(data);
        data = NULL;
    }
    *length = (size_t)size;
    return data;
}

static char *convert(char *const *command, const char *svg, size_t size, size_t *length) {
    FILE *from = tmpfile(), *to = tmpfile();
    char *png = NULL;
    if (from && to && fwrite(svg, 1, size, from) == size && fflush(from) == 0 &&
        lseek(fileno(from), 0, SEEK_SET) == 0 && run(command, from, to) == 0)
        png = take(to, length);
    if (from)
        fclose(from);
    if (to)
        fclose(to);
    return png;
}

int cli_png(const char *svg, size_t size, char **png, size_t *length) {
    *png = convert(converter, svg, size, length);
    if (*png)
        return CLI_OK;
    return cli_fail(
        "PNG needs rsvg-convert, which does not work here; install it (Debian: librsvg2-bin), or write .svg");
}
