/* What a command that writes files says of them to programs. */
#include "cli/written.h"

#include "cli/say.h"

#include <string.h>

int cli_written_check(const cli_args *args) {
    if (cli_given(args, OPT_JSON) && (!args->output || strcmp(args->output, "-") == 0))
        return cli_fail("%s --json says what was written and where: -o FILE, please", args->command);
    return CLI_OK;
}
