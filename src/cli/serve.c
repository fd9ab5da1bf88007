/* As little of HTTP as one page needs. Only this machine can connect, and only a request that names it (the Host line)
 * is answered: a web site that points its own name at 127.0.0.1 gets nothing. Connections are served side by side,
 * since browsers open some that they never use. */
#define _GNU_SOURCE /* for accept4 */
#include "cli/serve.h"

#include "cli/progress.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENTS = 32, REQUEST_MAX = 8192, PATIENCE = 10 /* seconds */ };

typedef struct client {
    int socket; /* -1: nobody */
    double deadline;
    char request[REQUEST_MAX + 1];
    size_t got;
    char head[512]; /* of the answer */
    const char *part[2];
    size_t left[2]; /* of head and page, still to be sent */
    bool answering;
} client;

typedef struct server {
    uint16_t port;
    const char *page;
    size_t size;
    client clients[CLIENTS];
} server;

int cli_listen(uint16_t *port) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), yes = 1;
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(*port)};
    socklen_t length = sizeof here;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (listener < 0)
        return -1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(listener, (struct sockaddr *)&here, sizeof here) || listen(listener, CLIENTS) ||
        getsockname(listener, (struct sockaddr *)&here, &length)) {
        int number = errno;
        close(listener);
        errno = number;
        return -1;
    }
    *port = ntohs(here.sin_port);
    return listener;
}

/* ---- What is answered ---- */

/* The value of a header line, up to its CR, or NULL. */
static const char *find_header(const char *request, const char *name, size_t *length) {
    size_t n = strlen(name);
    for (const char *line = strstr(request, "\r\n"); line; line = strstr(line, "\r\n")) {
        line += 2;
        if (strncasecmp(line, name, n) == 0 && line[n] == ':') {
            const char *value = line + n + 1 + strspn(line + n + 1, " \t");
            *length = strcspn(value, "\r\n");
            return value;
        }
    }
    return NULL;
}

static bool is_here(const char *request, uint16_t port) {
    static const char *const names[] = {"127.0.0.1", "localhost"};
    size_t length;
    const char *host = find_header(request, "Host", &length);
    for (unsigned i = 0; host && i < 2; i++) {
        char full[32];
        snprintf(full, sizeof full, "%s:%u", names[i], port);
        if ((length == strlen(full) && strncasecmp(host, full, length) == 0) ||
            (length == strlen(names[i]) && strncasecmp(host, names[i], length) == 0))
            return true;
    }
    return false;
}

static bool asks_for_page(const char *request, const char *method) {
    size_t n = strlen(method);
    return strncmp(request, method, n) == 0 && strncmp(request + n, " / HTTP/1.", 10) == 0;
}

static const char *status_of(const server *s, const client *c) {
    bool known = strncmp(c->request, "GET ", 4) == 0 || strncmp(c->request, "HEAD ", 5) == 0;
    if (!is_here(c->request, s->port))
        return "421 Misdirected Request";
    if (!known)
        return "405 Method Not Allowed";
    return asks_for_page(c->request, "GET") || asks_for_page(c->request, "HEAD") ? "200 OK" : "404 Not Found";
}

static void answer(const server *s, client *c, const char *status) {
    bool fine = strcmp(status, "200 OK") == 0;
    size_t size = fine ? s->size : 0;
    int length = snprintf(c->head, sizeof c->head,
                          "HTTP/1.1 %s\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %zu\r\n"
                          "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
                          "Content-Security-Policy: frame-ancestors 'none'\r\nConnection: close\r\n\r\n",
                          status, size);
    c->part[0] = c->head;
    c->left[0] = (size_t)length;
    c->part[1] = s->page;
    c->left[1] = fine && asks_for_page(c->request, "GET") ? size : 0;
    c->answering = true;
}

/* ---- Connections ---- */

static void hang_up(client *c) {
    close(c->socket);
    *c = (client){.socket = -1};
}

static void take_in(const server *s, client *c) {
    ssize_t got = recv(c->socket, c->request + c->got, REQUEST_MAX - c->got, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        hang_up(c);
        return;
    }
    c->got += (size_t)got;
    c->request[c->got] = '\0';
    if (memchr(c->request, '\0', c->got))
        answer(s, c, "400 Bad Request");
    else if (strstr(c->request, "\r\n\r\n"))
        answer(s, c, status_of(s, c));
    else if (c->got == REQUEST_MAX)
        answer(s, c, "431 Request Header Fields Too Large");
}

static void give_out(client *c) {
    int part = c->left[0] ? 0 : 1;
    if (c->left[part]) {
        ssize_t gave = send(c->socket, c->part[part], c->left[part], MSG_NOSIGNAL);
        if (gave < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (gave < 0) {
            hang_up(c);
            return;
        }
        c->part[part] += gave;
        c->left[part] -= (size_t)gave;
    }
    if (c->left[0] + c->left[1] == 0)
        hang_up(c);
}

static void welcome(server *s, int listener) {
    int socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    for (int i = 0; socket >= 0 && i < CLIENTS; i++) {
        client *c = &s->clients[i];
        if (c->socket < 0) {
            c->socket = socket;
            c->deadline = cli_seconds() + PATIENCE;
            return;
        }
    }
    if (socket >= 0)
        close(socket); /* a full house */
}

int cli_serve(int listener, uint16_t port, const char *page, size_t size) {
    static server s; /* too large for a stack */
    struct pollfd watched[CLIENTS + 1];
    s = (server){.port = port, .page = page, .size = size};
    for (int i = 0; i < CLIENTS; i++)
        s.clients[i].socket = -1;
    for (;;) {
        watched[CLIENTS] = (struct pollfd){.fd = listener, .events = POLLIN};
        for (int i = 0; i < CLIENTS; i++)
            watched[i] =
                (struct pollfd){.fd = s.clients[i].socket, .events = s.clients[i].answering ? POLLOUT : POLLIN};
        if (poll(watched, CLIENTS + 1, 1000) < 0 && errno != EINTR)
            return -1;
        for (int i = 0; i < CLIENTS; i++) {
            client *c = &s.clients[i];
            if (c->socket >= 0 && watched[i].revents)
                c->answering ? give_out(c) : take_in(&s, c);
            if (c->socket >= 0 && cli_seconds() > c->deadline)
                hang_up(c);
        }
        if (watched[CLIENTS].revents & POLLIN)
            welcome(&s, listener);
    }
}
