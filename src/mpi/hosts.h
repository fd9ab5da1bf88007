/* Hosts files: which host is which node. */
#ifndef LB_MPI_HOSTS_H
#define LB_MPI_HOSTS_H

#include "linkbound.h"

typedef struct lb_hosts lb_hosts;

/* 0 or an lb_error, with a sentence that names the line. `path` is only for the sentence. */
int lb_hosts_parse(const char *text, const char *path, const lb_net *net, lb_hosts **out, lb_why *why);
int lb_hosts_read(const char *path, const lb_net *net, lb_hosts **out, lb_why *why);
void lb_hosts_free(lb_hosts *hosts);

/* The node of a host; -1: the file does not name it. */
int lb_hosts_node(const lb_hosts *hosts, const char *name);

#endif
