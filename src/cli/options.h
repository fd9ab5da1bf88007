/* The table of options: name, letter, what its value is and where it goes. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/command.h"

typedef enum cli_kind {
    KIND_FLAG,
    KIND_TEXT,
    KIND_U32,
    KIND_U64,
    KIND_SIZE,
    KIND_SIZES,
    KIND_PORTS,
    KIND_TIME,
    KIND_RATE,
    KIND_RANGE,
    KIND_CHOICE
} cli_kind;

typedef struct cli_option_row {
    const char *name; /* "--root" */
    char letter;      /* 'o' for -o, or 0 */
    cli_kind kind;
    size_t field;      /* offset in cli_args; not for flags */
    const char *value; /* the value's name in help; NULL for flags. For choices "auto|full|relative" */
    const char *help;  /* NULL: not shown */
} cli_option_row;

extern const cli_option_row cli_options[OPT_COUNT];

/* Puts the value where it belongs. 0, or an exit status after the error line. */
int cli_set_option(cli_option option, const char *value, cli_args *args);

/* "K..L" or "K" (both the same). what is the option's name, for the error line. */
int cli_parse_range(const char *what, const char *text, uint32_t range[2]);

#endif
