/* Read before every file that is compiled for the page: what WASI's C library leaves out. */
#ifndef WEB_COMPAT_H
#define WEB_COMPAT_H

int mkstemp(char *name);
char *realpath(const char *path, char *resolved);
int fchmod(int file, unsigned mode);
int getpid(void);

#endif
