/* WASI's has no ru_maxrss. A page does not know its memory: it is told as none. */
#ifndef WEB_SYS_RESOURCE_H
#define WEB_SYS_RESOURCE_H

enum { RUSAGE_SELF };

struct rusage {
    long ru_maxrss;
};

int getrusage(int who, struct rusage *usage);

#endif
