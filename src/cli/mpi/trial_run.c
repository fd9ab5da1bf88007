/* As src/cli/trial_run.c, with processes for nodes. Where nodes have several, every plane does the task for itself. */
#define _POSIX_C_SOURCE 200809L /* for stat */
#include "cli/trial_run.h"

#include "base/base.h"
#include "cli/mpi/tool.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "run/trial.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct shared {
    const lb_task *task;
    cli_trial *trial;
    lb_mpi_net *net;
    lb_mpi_request *request; /* NULL at a dead node */
    uint32_t me;             /* the node */
    int rank;
    void *in, *out;
    uint64_t out_size;
    cli_progress progress;
    lb_why why;
} shared;

int cli_trial_source(const char *path) {
    struct stat facts;
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    bool lasts = strcmp(path, "-") != 0 && (stat(path, &facts) || S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode));
    return lasts || size == 1
               ? CLI_OK
               : cli_fail("--schedule %.200s: %d processes cannot read from one pipe; give a file", path, size);
}

/* Nobody goes on where somebody does not: those would wait for ever. */
int cli_trial_agreed(int status, const lb_plan *plan) {
    uint64_t moves = status ? 0 : lb_plan_moves(plan), steps = status ? 0 : lb_plan_steps(plan);
    uint64_t mine[] = {(uint64_t)status, moves, UINT64_MAX - moves, steps, UINT64_MAX - steps}, most[5];
    if (MPI_Allreduce(mine, most, 5, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD) != MPI_SUCCESS)
        return cli_fail("processes cannot tell each other how reading the schedule went");
    if (status)
        return status;
    if (most[0])
        return cli_fail("--schedule: another process cannot read it");
    if (most[1] != UINT64_MAX - most[2] || most[3] != UINT64_MAX - most[4])
        return cli_fail("--schedule: processes have different files of this name");
    return CLI_OK;
}

/* What all processes of this machine need together: they share its memory. */
static uint64_t on_this_machine(uint64_t own) {
    MPI_Comm machine;
    uint64_t all = own, limit = UINT64_MAX / 2;
    int size = 1;
    if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine) != MPI_SUCCESS)
        return own;
    MPI_Comm_size(machine, &size);
    own = own < limit / (uint64_t)size ? own : limit / (uint64_t)size;
    MPI_Allreduce(&own, &all, 1, MPI_UINT64_T, MPI_SUM, machine);
    MPI_Comm_free(&machine);
    return all;
}

/* The same answer everywhere, or those who have enough would wait for those who have not. The first process is the
 * one that speaks, so it tells of whatever is largest. */
int cli_trial_affordable(const lb_task *task, uint64_t bytes) {
    uint64_t in = 0, out = 0, all = 0;
    int rank = 0, wrong = 0;
    lb_why why;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if ((uint32_t)rank < lb_net_nodes(lb_task_net(task))) /* else too many processes: said later */
        wrong = lb_trial_sizes(task, (uint32_t)rank, bytes, &in, &out) || __builtin_add_overflow(in, out, &all);
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (wrong)
        return cli_fail("blocks of %" PRIu64 " bytes are too large", bytes);
    all = on_this_machine(all);
    int error = lb_affordable(all, "the buffers of all nodes on a machine", &why);
    struct {
        int error, rank;
    } mine = {error, rank}, worst = {0, 0};
    MPI_Allreduce(&mine, &worst, 1, MPI_2INT, MPI_MINLOC, MPI_COMM_WORLD);
    if (!worst.error)
        return CLI_OK;
    MPI_Bcast(&why, (int)sizeof why, MPI_BYTE, worst.rank, MPI_COMM_WORLD);
    return cli_fail_why(worst.error, &why);
}

/* The worst that has happened to anybody, and its sentence. */
static int agree(shared *s, int error) {
    struct {
        int error, rank;
    } mine = {error, s->rank}, worst = {0, 0};
    MPI_Allreduce(&mine, &worst, 1, MPI_2INT, MPI_MINLOC, MPI_COMM_WORLD);
    if (worst.error)
        MPI_Bcast(&s->why, (int)sizeof s->why, MPI_BYTE, worst.rank, MPI_COMM_WORLD);
    return worst.error;
}

/* One run: everybody starts together, the first process takes the time. */
static int run_once(shared *s, uint32_t round) {
    int error = LB_OK;
    if (s->request)
        lb_trial_fill(s->task, s->me, s->trial->bytes, round, s->in, s->out);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    if (s->request && (lb_mpi_start(s->request) != MPI_SUCCESS || lb_mpi_wait(&s->request) != MPI_SUCCESS))
        error = lb_fail(&s->why, LB_ERR_IO, "the run failed at node %" PRIu32, s->me);
    MPI_Barrier(MPI_COMM_WORLD);
    s->trial->seconds[round] = MPI_Wtime() - start;
    if (!error && s->request)
        error = lb_trial_check(s->task, s->me, s->trial->bytes, round, s->out, &s->why);
    if (!error && cli_progress_tick(&s->progress, (double)(round + 1) / s->trial->count))
        error = lb_fail(&s->why, LB_ERR_CANCELLED, "stopped");
    return agree(s, error);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* What the scripts say of links and memory, of all processes. */
static void survey(const shared *s) {
    cli_trial *t = s->trial;
    const lb_net *net = lb_task_net(s->task);
    const lb_script *script = s->request ? lb_mpi_request_script(s->request) : NULL;
    lb_script_facts f = {0};
    uint64_t sums[5] = {0}, most[2] = {0}, least = UINT64_MAX;
    if (script)
        f = lb_script_facts_of(script);
    for (unsigned p = 0; script && p < lb_net_ports(net); p++) {
        uint64_t bytes = lb_script_port_bytes(script, p, LB_SENDS);
        if (!lb_link_alive(net, s->me, p))
            continue;
        least = bytes < least ? bytes : least;
        most[0] = bytes > most[0] ? bytes : most[0];
    }
    most[1] = f.scratch;
    uint64_t own[5] = {f.bytes_sent, f.packets_sent, f.contiguous, f.memory + f.scratch, script ? s->out_size : 0};
    MPI_Allreduce(own, sums, 5, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    t->ranks = (uint32_t)lb_mpi_net_size(s->net) / lb_net_nodes(net) * lb_nodes_alive(net);
    t->links = lb_links_alive(net);
    t->sent = sums[0];
    t->packets = sums[1];
    t->contiguous = sums[2];
    t->memory = sums[3];
    t->verified = sums[4] * t->count;
    t->least = t->links ? least : 0;
    t->most = most[0];
    t->scratch = most[1];
}

static int prepare(shared *s, const lb_plan *plan) {
    uint64_t in_size = 0, out_size = 0;
    lb_data data = lb_trial_data(s->task, s->trial->bytes);
    double start = MPI_Wtime();
    int error = LB_OK;
    if (lb_node_alive(lb_task_net(s->task), s->me)) {
        error = lb_trial_sizes(s->task, s->me, s->trial->bytes, &in_size, &out_size);
        s->in = error ? NULL : lb_array(in_size, 1);
        s->out = error ? NULL : lb_array(out_size, 1);
        s->out_size = out_size;
        if (!s->in || !s->out)
            error = lb_fail_memory(&s->why, "a node's buffers");
        else if (lb_mpi_plan_init(plan, &data, s->in, s->out, s->net, &s->request) != MPI_SUCCESS)
            error = lb_fail(&s->why, LB_ERR_IO, "the program of node %" PRIu32 " could not be made", s->me);
    }
    s->trial->prepared = MPI_Wtime() - start;
    return agree(s, error);
}

static int run_all(shared *s, const lb_plan *plan, bool quiet) {
    int error = prepare(s, plan);
    if (!error) {
        cli_progress_begin(&s->progress, "running", s->trial->count, " runs", quiet || s->rank > 0);
        for (uint32_t i = 0; i < s->trial->count && !error; i++)
            error = run_once(s, i);
        int status = cli_progress_end(&s->progress);
        if (status)
            return status;
    }
    if (error)
        return cli_fail_why(error, &s->why);
    qsort(s->trial->seconds, s->trial->count, sizeof *s->trial->seconds, ascending);
    survey(s);
    return CLI_OK;
}

int cli_trial_run(const lb_plan *plan, bool quiet, cli_trial *trial) {
    shared s = {.task = lb_plan_task(plan), .trial = trial};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (trial->trace)
        return cli_fail("--trace is for threads: over MPI, set LINKBOUND_TRACE=FILE");
    int status = tool_net(lb_task_net(s.task), &s.net);
    if (status)
        return status;
    MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
    s.me = lb_mpi_net_node(s.net);
    trial->worker = "process";
    trial->workers = "processes";
    trial->processors = processors > 0 ? (uint32_t)processors : 1;
    trial->seconds = lb_zeroed(trial->count, sizeof *trial->seconds);
    status = trial->seconds ? run_all(&s, plan, quiet) : cli_fail("not enough memory");
    lb_mpi_request_free(&s.request);
    lb_mpi_net_free(&s.net);
    free(s.in);
    free(s.out);
    return status;
}

void cli_trial_free(cli_trial *trial) {
    free(trial->seconds);
}
