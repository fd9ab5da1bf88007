/* Colour only where it is wanted: NO_COLOR, TERM=dumb, pipes and MPI's launchers get plain text. */
#define _GNU_SOURCE /* for ioctl's window size and nl_langinfo */
#include "cli/term.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool wants_color(FILE *out, cli_color choice) {
    if (choice != COLOR_AUTO)
        return choice == COLOR_ALWAYS;
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
    /* mpirun gives its processes a terminal of its own, wherever their output goes in the end */
    bool launched = getenv("OMPI_COMM_WORLD_RANK") || getenv("PMI_RANK") || getenv("PMIX_RANK");
    return !launched && !(none && *none) && term && *term && strcmp(term, "dumb") != 0 && isatty(fileno(out));
}

static unsigned terminal_width(FILE *out) {
    struct winsize size;
    if (isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    const char *columns = getenv("COLUMNS");
    int value = columns ? atoi(columns) : 0;
    return value > 0 ? (unsigned)value : 80;
}

lb_style cli_style(FILE *out, const cli_args *args) {
    unsigned width = terminal_width(out);
    width = width < 40 ? 40 : width > 1000 ? 1000 : width;
    return (lb_style){
        .color = wants_color(out, (cli_color)args->color),
        .utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .width = width,
    };
}
