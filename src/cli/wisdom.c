/* The file "default" is linkbound/wisdom in $XDG_CACHE_HOME, or in ~/.cache; its folder is made if there is none. */
#define _XOPEN_SOURCE 700
#include "cli/wisdom.h"

#include "cli/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct place {
    char path[4096];
} place;

/* Makes the folders that a path leads through. That one cannot be made is seen when the file is. */
static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        (void)!mkdir(path, 0777);
        *slash = '/';
    }
}

static int find_place(const cli_args *args, place *p) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length;
    if (strcmp(args->wisdom, "default") != 0)
        length = snprintf(p->path, sizeof p->path, "%s", args->wisdom);
    else if (cache && cache[0] == '/') /* as its specification says: others are ignored */
        length = snprintf(p->path, sizeof p->path, "%s/linkbound/wisdom", cache);
    else if (home && home[0])
        length = snprintf(p->path, sizeof p->path, "%s/.cache/linkbound/wisdom", home);
    else
        return cli_fail("--wisdom default: neither XDG_CACHE_HOME nor HOME says where that is");
    if (length < 0 || (size_t)length >= sizeof p->path)
        return cli_fail("--wisdom: the path is too long");
    return CLI_OK;
}

int cli_wisdom_open(const cli_args *args, lb_wisdom **wisdom) {
    place p;
    lb_why why = {""};
    *wisdom = NULL;
    if (!cli_given(args, OPT_WISDOM))
        return CLI_OK;
    int status = find_place(args, &p);
    if (status)
        return status;
    int error = lb_wisdom_create(wisdom, &why);
    if (!error)
        error = lb_wisdom_read(*wisdom, p.path, &why);
    if (!error)
        return CLI_OK;
    lb_wisdom_free(*wisdom);
    *wisdom = NULL;
    return cli_fail_why(error, &why);
}

int cli_wisdom_close(const cli_args *args, lb_wisdom *wisdom, int error) {
    place p;
    lb_why why = {""};
    int status = CLI_OK;
    if (wisdom && lb_wisdom_warning(wisdom))
        cli_say("linkbound: warning: %s", lb_wisdom_warning(wisdom));
    if (wisdom && lb_wisdom_learnt(wisdom) && !error)
        status = find_place(args, &p);
    if (wisdom && lb_wisdom_learnt(wisdom) && !error && !status) {
        if (strcmp(args->wisdom, "default") == 0)
            make_folders(p.path);
        int failed = lb_wisdom_write(wisdom, p.path, &why);
        status = failed ? cli_fail_why(failed, &why) : CLI_OK;
    }
    lb_wisdom_free(wisdom);
    return status;
}
