/* A report's folder. It is made last, so that a run that is stopped leaves nothing; whether it can be is tried first.
 */
#define _XOPEN_SOURCE 700
#include "cli/report_folder.h"

#include "cli/say.h"
#include "cli/whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *cli_report_page(const char *folder) {
    size_t length = strlen(folder);
    char *path = malloc(length + sizeof "/index.html");
    if (path)
        sprintf(path, "%s%sindex.html", folder, length && folder[length - 1] == '/' ? "" : "/");
    return path;
}

/* Whether a page that is there can be replaced, and a file be made beside it. 0, or errno. */
static int try_folder(const char *folder) {
    struct stat facts;
    char *page = cli_report_page(folder), *other = page ? malloc(strlen(page) + sizeof ".XXXXXX") : NULL;
    int number = page && other ? 0 : ENOMEM;
    if (!number && stat(page, &facts) == 0)
        number = S_ISDIR(facts.st_mode) ? EISDIR : access(page, W_OK) ? errno : 0;
    if (!number) {
        sprintf(other, "%s.XXXXXX", page);
        int file = mkstemp(other);
        number = file < 0 ? errno : 0;
        if (file >= 0) {
            close(file);
            unlink(other);
        }
    }
    free(page);
    free(other);
    return number;
}

/* By doing it: what permissions say is not all (a file system may be read-only, or none to make files in). */
int cli_report_possible(const char *folder) {
    bool made = mkdir(folder, 0777) == 0;
    if (!made && errno != EEXIST)
        return cli_fail("%.200s: cannot be made: %s", folder, strerror(errno));
    int number = try_folder(folder);
    if (made)
        rmdir(folder);
    if (number == ENOTDIR)
        return cli_fail("%.200s: cannot be written to: not a folder", folder);
    if (number == EISDIR)
        return cli_fail("%.200s/index.html: cannot be written: %s", folder, strerror(number));
    return number ? cli_fail("%.200s: cannot be written to: %s", folder, strerror(number)) : CLI_OK;
}

int cli_report_write(const char *folder, const char *html, size_t size) {
    bool made = mkdir(folder, 0777) == 0;
    if (!made && errno != EEXIST)
        return cli_fail("%.200s: cannot be made: %s", folder, strerror(errno));
    char *path = cli_report_page(folder);
    int status = path ? cli_write_whole(path, html, size) : cli_fail_why(LB_ERR_MEMORY, NULL);
    free(path);
    if (status && made)
        rmdir(folder);
    return status;
}
