/* Networks as people type them. */
#include "cli/net_names.h"

#include "cli/say.h"

int cli_net_parse(const char *text, lb_net **net) {
    lb_why why = {""};
    int error = lb_net_parse(text, net, &why);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}
