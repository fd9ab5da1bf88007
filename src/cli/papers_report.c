/* The report's folder. It is made last, so that a run that is stopped leaves nothing. */
#define _XOPEN_SOURCE 700
#include "cli/papers_report.h"

#include "cli/papers.h"
#include "cli/whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the folder would stand in: the path up to the last slash. */
static char *parent_of(const char *folder) {
    char *parent = strdup(folder);
    size_t length = parent ? strlen(parent) : 0;
    while (length > 1 && parent[length - 1] == '/')
        parent[--length] = '\0';
    char *slash = parent ? strrchr(parent, '/') : NULL;
    if (slash)
        slash[slash == parent] = '\0';
    else if (length)
        memcpy(parent, ".", 2);
    return parent;
}

int cli_report_possible(const char *folder) {
    struct stat facts;
    if (stat(folder, &facts) == 0) {
        if (!S_ISDIR(facts.st_mode))
            return cli_fail("%.200s: cannot be written to: not a folder", folder);
        return access(folder, W_OK | X_OK) ? cli_fail("%.200s: cannot be written to: %s", folder, strerror(errno))
                                           : CLI_OK;
    }
    int number = errno;
    char *parent = parent_of(folder);
    if (!parent)
        return cli_fail_why(LB_ERR_MEMORY, NULL);
    if (number == ENOENT && access(parent, W_OK | X_OK) == 0)
        number = 0;
    free(parent);
    return number ? cli_fail("%.200s: cannot be made: %s", folder, strerror(number)) : CLI_OK;
}

static char *page_path(const char *folder) {
    size_t length = strlen(folder);
    char *path = malloc(length + sizeof "/index.html");
    if (path)
        sprintf(path, "%s%sindex.html", folder, length && folder[length - 1] == '/' ? "" : "/");
    return path;
}

int cli_report_write(const char *folder, const char *html, size_t size) {
    bool made = mkdir(folder, 0777) == 0;
    if (!made && errno != EEXIST)
        return cli_fail("%.200s: cannot be made: %s", folder, strerror(errno));
    char *path = page_path(folder);
    int status = path ? cli_write_whole(path, html, size) : cli_fail_why(LB_ERR_MEMORY, NULL);
    free(path);
    if (status && made)
        rmdir(folder);
    return status;
}

void cli_page_tell(const cli_page *page, const char *folder, size_t size) {
    char *path = page_path(folder);
    for (unsigned i = 0; i < page->papers; i++) {
        const cli_page_paper *p = &page->paper[i];
        printf("%s  %u tables, %u pictures; ", p->paper->number, p->tables, p->pictures);
        if (p->wrong)
            printf("%u of %u rows DO NOT HOLD\n", p->wrong, p->rows);
        else
            printf("all %u rows hold\n", p->rows);
    }
    printf("%s: %zu kB\n", path ? path : folder, (size + 999) / 1000);
    free(path);
}
