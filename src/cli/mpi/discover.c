/* linkbound discover: finds, measures, tells. What it prints is a hosts file, with all else as remarks. */
#define _POSIX_C_SOURCE 200809L
#include "cli/discover.h"

#include "cli/mpi/tool.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "mpi/engine.h"
#include "out/json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *host_name(const lb_discovery *d, uint32_t host) {
    return d->names + (size_t)host * MPI_MAX_PROCESSOR_NAME;
}

/* ---- Measuring ---- */

typedef struct measured {
    bool done;
    lb_mpi_profile profile;
} measured;

/* One process of every node measures, alone on the links. Rank 0 knows what came of it. */
static void measure(const lb_discovery *d, measured *m) {
    int rank = 0, first = 0;
    MPI_Comm leaders = MPI_COMM_NULL;
    lb_mpi_net *net = NULL;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    while (d->node_of[first] != d->node_of[rank])
        first++;
    if (MPI_Comm_split(MPI_COMM_WORLD, first == rank ? 0 : MPI_UNDEFINED, d->node_of[rank], &leaders) != MPI_SUCCESS ||
        leaders == MPI_COMM_NULL)
        return;
    MPI_Comm_set_errhandler(leaders, MPI_ERRORS_RETURN);
    double took = 0;
    setenv("LINKBOUND_PROFILE", "none", 1);
    if (d->hosts > 1 && lb_mpi_net_open(leaders, d->network, d->without, NULL, &net) == MPI_SUCCESS)
        m->done = lb_mpi_tune_within(net, 2, &m->profile, &took) == MPI_SUCCESS;
    if (net)
        lb_mpi_net_free(&net);
    MPI_Comm_free(&leaders);
}

/* ---- Telling ---- */

static void tell_cables(FILE *out, const lb_discovery *d) {
    const lb_jacks *jacks = &d->jacks;
    int shared = 0, hosts = 0, last = -1;
    for (int i = 0; i < jacks->count; i++) {
        const lb_jack *j = &jacks->all[i];
        if (j->peers < 2)
            continue;
        shared++;
        hosts += j->host != last;
        last = j->host;
    }
    if (shared > 0)
        fprintf(out,
                "# left out, for several hosts hear each other there, as on a switch: %d interface%s of %d host%s\n",
                shared, shared == 1 ? "" : "s", hosts, hosts == 1 ? "" : "s");
}

static void tell_pairs(FILE *out, const lb_discovery *d, const lb_cable *list, uint32_t count, const char *what) {
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "# %s and %s %s\n", host_name(d, list[i].a), host_name(d, list[i].b), what);
}

/* A cable that is no link, and a link without a cable at one of its ends: somebody has taken the wrong port. */
static void tell_mistakes(FILE *out, const lb_discovery *d) {
    const lb_found *f = d->found;
    tell_pairs(out, d, f->missing, f->missing_count, "should be wired, and are not: the link is missing");
    tell_pairs(out, d, f->foreign, f->foreign_count, "are wired, and should not be: the cable is not used");
    if (f->missing_count == 2 && f->foreign_count == 2)
        fprintf(out, "# it looks as if two cables were swapped: %s - %s and %s - %s should be %s - %s and %s - %s\n",
                host_name(d, f->foreign[0].a), host_name(d, f->foreign[0].b), host_name(d, f->foreign[1].a),
                host_name(d, f->foreign[1].b), host_name(d, f->missing[0].a), host_name(d, f->missing[0].b),
                host_name(d, f->missing[1].a), host_name(d, f->missing[1].b));
}

/* The same graph has another name when a square is called a ring of 4. */
static void tell_name(FILE *out, const lb_discovery *d) {
    const lb_net *net = d->found->net;
    unsigned twos = 0, lines = 0;
    for (unsigned i = 0; i < lb_net_dims(net); i++) {
        twos += lb_net_radix(net, i) == 2;
        lines += d->found->open[i];
    }
    fprintf(out, "# %s of %d host%s, by %s\n", d->network, d->hosts, d->hosts == 1 ? "" : "s",
            d->evidence == LB_BY_CABLES ? "the cables between them" : "how soon they answer each other");
    if (lines > 0) {
        fprintf(out, "# it does not wrap around: a %s, with lines instead of rings for",
                lb_net_dims(net) == 1 ? "line" : "mesh");
        for (unsigned i = 0; i < lb_net_dims(net); i++) {
            if (d->found->open[i])
                fprintf(out, " dimension %u", i);
        }
        fprintf(out, "\n");
    }
    if (twos > 1)
        fprintf(out, "# two dimensions of 2 are also a ring of 4: linkbound discover NETWORK takes another name\n");
}

static void tell_host(FILE *out, const lb_discovery *d, uint32_t node) {
    const lb_net *net = d->found->net;
    uint32_t host = d->found->host_of[node];
    fprintf(out, "%-16s %-6" PRIu32 " # ", host_name(d, host), node);
    for (unsigned i = 0; i < lb_net_dims(net); i++)
        fprintf(out, "%s%" PRIu32, i ? "," : "", lb_digit(net, node, i));
    for (int i = 0; i < d->jacks.count; i++) {
        const lb_jack *j = &d->jacks.all[i];
        if (j->host == (int)host && j->peers == 1)
            fprintf(out, "  %s to %s", j->name, host_name(d, (uint32_t)d->jacks.all[j->peer].host));
    }
    fprintf(out, "\n");
}

static void tell(FILE *out, const lb_discovery *d, const measured *m) {
    tell_name(out, d);
    tell_mistakes(out, d);
    tell_cables(out, d);
    if (m->done)
        fprintf(out, "# profile: tau %.3f ns per byte (%.2f Gbit/s a link and direction), beta %.0f ns per packet\n",
                lb_ratio_value(m->profile.tau), 8 / lb_ratio_value(m->profile.tau), lb_ratio_value(m->profile.beta));
    fprintf(out, "# linkbound exec --network %s%s%s --hosts THIS-FILE -- mpirun ...\n", d->network,
            d->without[0] ? " --without " : "", d->without);
    for (uint32_t v = 0; v < lb_net_nodes(d->found->net); v++)
        tell_host(out, d, v);
}

static void json_pairs(out_json *json, const char *key, const lb_discovery *d, const lb_cable *list, uint32_t count) {
    out_json_open(json, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        out_json_open(json, NULL, '[');
        out_json_text(json, NULL, host_name(d, list[i].a));
        out_json_text(json, NULL, host_name(d, list[i].b));
        out_json_close(json, ']');
    }
    out_json_close(json, ']');
}

static void json_hosts(out_json *json, const lb_discovery *d) {
    out_json_open(json, "hosts", '[');
    for (uint32_t v = 0; v < lb_net_nodes(d->found->net); v++) {
        uint32_t host = d->found->host_of[v];
        out_json_open(json, NULL, '{');
        out_json_text(json, "host", host_name(d, host));
        out_json_number(json, "node", v);
        out_json_open(json, "interfaces", '[');
        for (int i = 0; i < d->jacks.count; i++) {
            const lb_jack *j = &d->jacks.all[i];
            if (j->host != (int)host)
                continue;
            out_json_open(json, NULL, '{');
            out_json_text(json, "name", j->name);
            out_json_text(json, "to", j->peers == 1 ? host_name(d, (uint32_t)d->jacks.all[j->peer].host) : NULL);
            out_json_bool(json, "shared", j->peers > 1);
            out_json_close(json, '}');
        }
        out_json_close(json, ']');
        out_json_close(json, '}');
    }
    out_json_close(json, ']');
}

static void tell_json(const lb_discovery *d, const measured *m) {
    out_json json = {.out = stdout};
    out_json_open(&json, NULL, '{');
    out_json_text(&json, "network", d->network);
    out_json_text(&json, "without", d->without[0] ? d->without : NULL);
    out_json_text(&json, "evidence", d->evidence == LB_BY_CABLES ? "cables" : "latencies");
    json_pairs(&json, "missing", d, d->found->missing, d->found->missing_count);
    json_pairs(&json, "foreign", d, d->found->foreign, d->found->foreign_count);
    json_hosts(&json, d);
    if (m->done) {
        out_json_double(&json, "tau_ns", lb_ratio_value(m->profile.tau));
        out_json_double(&json, "beta_ns", lb_ratio_value(m->profile.beta));
    }
    out_json_end(&json);
}

/* No network: what was seen is still worth a look. */
static void tell_seen(const lb_discovery *d) {
    lb_cable *cables = NULL;
    size_t count = 0;
    if (lb_jacks_cables(&d->jacks, &cables, &count) != LB_OK)
        return;
    printf("# %d host%s, %zu cable%s between them\n", d->hosts, d->hosts == 1 ? "" : "s", count, count == 1 ? "" : "s");
    for (size_t i = 0; i < count; i++)
        printf("# %s - %s\n", host_name(d, cables[i].a), host_name(d, cables[i].b));
    tell_cables(stdout, d);
    free(cables);
}

/* ---- The command ---- */

static int write_hosts(const char *path, const lb_discovery *d, const measured *m) {
    if (strcmp(path, "-") == 0) {
        tell(stdout, d, m);
        return CLI_OK;
    }
    FILE *file = fopen(path, "w");
    if (!file)
        return cli_fail("discover: %.200s: %s", path, strerror(errno));
    tell(file, d, m);
    bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed)
        return cli_fail("discover: %.200s cannot be written", path);
    return CLI_OK;
}

/* Rank 0's. */
static int put_out(const cli_args *args, const lb_discovery *d, const measured *m) {
    lb_why why = {""};
    int status = CLI_OK;
    if (args->profile && strcmp(args->profile, "none") != 0) {
        int error = m->done ? lb_mpi_profile_write(args->profile, &m->profile, &why) : LB_ERR_IO;
        if (!m->done)
            return cli_fail("discover: the links could not be measured");
        if (error)
            return cli_fail_why(error, &why);
    }
    if (args->output)
        status = write_hosts(args->output, d, m);
    if (status)
        return status;
    if (cli_given(args, OPT_JSON))
        tell_json(d, m);
    else if (!cli_given(args, OPT_QUIET) && !args->output)
        tell(stdout, d, m);
    else if (!cli_given(args, OPT_QUIET) && strcmp(args->output, "-") != 0)
        printf("%s%s%s, hosts written to %s\n", d->network, d->without[0] ? " without " : "", d->without, args->output);
    return CLI_OK;
}

/* A wrong name is the user's mistake, and no verdict about the hosts. */
static int check_network(const cli_args *args) {
    lb_net *net = NULL;
    lb_why why = {""};
    int error = args->operands ? lb_net_parse(args->operand[0], &net, &why) : LB_OK;
    lb_net_free(net);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

int cli_discover_hosts(const cli_args *args) {
    lb_discovery *d = NULL;
    lb_why why = {""};
    measured m = {.done = false};
    int rank = 0;
    if (cli_given(args, OPT_JSON) && args->output && strcmp(args->output, "-") == 0)
        return cli_fail("discover: --json and -o -: standard output cannot have both");
    int status = check_network(args);
    if (status)
        return status;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cli_wait_begin("looking", cli_given(args, OPT_QUIET));
    int error = lb_discover(MPI_COMM_WORLD, args->operands ? args->operand[0] : NULL, &d, &why);
    if (!error && !(args->profile && strcmp(args->profile, "none") == 0))
        measure(d, &m);
    cli_wait_end();
    if (error) {
        status = error == LB_ERR_ARG || error == LB_ERR_UNSUPPORTED ? CLI_BROKEN : CLI_CANNOT;
        if (rank == 0 && status == CLI_BROKEN && d && d->names && !cli_given(args, OPT_QUIET) &&
            !cli_given(args, OPT_JSON))
            tell_seen(d);
        cli_fail_why(error, &why);
    } else if (rank == 0) {
        status = put_out(args, d, &m);
    }
    lb_discovery_free(d);
    return status;
}
