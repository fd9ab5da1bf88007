/* What the tool says when something is wrong: always one line, on standard error, that begins with its name. */
#ifndef CLI_SAY_H
#define CLI_SAY_H

#include "linkbound.h"

/* Exit statuses. An interrupted run ends with 128 + the signal. */
enum { CLI_OK = 0, CLI_BROKEN = 1, CLI_CANNOT = 2 };

#if defined(__GNUC__)
#define CLI_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define CLI_PRINTF(f, a)
#endif

/* Prints the line and returns CLI_CANNOT, so that callers can write: return cli_fail(...). */
int cli_fail(const char *format, ...) CLI_PRINTF(1, 2);

/* One line on standard error without the tool's name: "FILE:LINE: what is wrong there". */
void cli_say(const char *format, ...) CLI_PRINTF(1, 2);

/* As cli_fail for a library error: its sentence, or what the code means when there is none. */
int cli_fail_why(int error, const lb_why *why);

/* "unknown KIND 'NAME'", with the nearest of the names when one is near. */
int cli_fail_unknown(const char *kind, const char *name, const char *const *names, size_t count);

/* Ends every command: what was printed has arrived, or a line says why not. */
int cli_finish(int status);

#endif
