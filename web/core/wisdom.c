/* A page has no files: there is no wisdom to read or to keep. */
#include "cli/wisdom.h"

#include "cli/say.h"

int cli_wisdom_open(const cli_args *args, lb_wisdom **wisdom) {
    *wisdom = NULL;
    return cli_given(args, OPT_WISDOM) ? cli_fail("--wisdom: there are no files here") : CLI_OK;
}

int cli_wisdom_close(const cli_args *args, lb_wisdom *wisdom, int error) {
    (void)args;
    (void)wisdom;
    (void)error;
    return CLI_OK;
}
