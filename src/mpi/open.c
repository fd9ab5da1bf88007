/* Networks of processes: made, furnished with a profile, and freed. */
#include "mpi/open.h"

#include "mpi/discover.h"
#include "mpi/flown.h"
#include "mpi/machine.h"
#include "mpi/neighborhood.h"
#include "mpi/placement.h"
#include "mpi/process_get.h"
#include "mpi/stall.h"
#include "mpi/stock.h"
#include "mpi/torus.h"
#include "mpi/trace_file.h"
#include "mpi/traced.h"
#include "mpi/without.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int most_slots(void) {
    int *most = NULL, flag = 0;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, (void *)&most, &flag);
    int tags = flag ? *most : 32767, slots = tags / LB_MPI_TAGS;
    return slots < LB_MPI_SLOTS ? slots : LB_MPI_SLOTS;
}

static int make_slots(lb_mpi_net *net, int slots) {
    net->slots = slots;
    net->taken = lb_mpi_take((uint64_t)slots / 64 + 1, sizeof *net->taken);
    return net->taken ? LB_OK : LB_ERR_MEMORY;
}

/* The network is the stock's from now on. */
static int make_stock(lb_mpi_net *net) {
    lb_process *process = net->process;
    process->memory = net->set.memory;
    net->stock = net->joined ? lb_stock_find(process, net->net, net->node) : NULL;
    if (net->stock)
        lb_net_free(net->net);
    else
        net->stock = lb_stock_create(process, net->net, net->node, net->joined);
    if (!net->stock)
        return LB_ERR_MEMORY;
    net->net = net->stock->net;
    return net->stock->flown ? LB_OK : lb_flown_make(net->net, &net->stock->flown);
}

/* The user's communicator is freed, or the network is. */
static int users_gone(MPI_Comm comm, int key, void *value, void *extra) {
    lb_mpi_net *net = value;
    (void)comm;
    (void)key;
    (void)extra;
    net->users = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

static int watch_users(lb_mpi_net *net, MPI_Comm comm) {
    int code = MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, users_gone, &net->key, NULL);
    if (code == MPI_SUCCESS)
        code = MPI_Comm_set_attr(comm, net->key, net);
    if (code == MPI_SUCCESS)
        net->users = comm;
    return code;
}

/* The same processes without the user's attributes, whose copy functions would be called for a duplicate. */
static int same_processes(MPI_Comm comm, MPI_Comm *ours) {
    MPI_Group group;
    int code = MPI_Comm_group(comm, &group);
    if (code != MPI_SUCCESS)
        return code;
    code = MPI_Comm_create(comm, group, ours);
    MPI_Group_free(&group);
    return code;
}

static int open_comm(lb_mpi_net *net, MPI_Comm comm) {
    int code = lb_process_get(&net->process);
    if (code == MPI_SUCCESS)
        code = same_processes(comm, &net->comm);
    if (code != MPI_SUCCESS)
        return code;
    MPI_Comm_rank(net->comm, &net->rank);
    MPI_Comm_size(net->comm, &net->size);
    net->node = net->rank;
    net->nodes = net->size;
    code = watch_users(net, comm);
    return code;
}

/* Frees what is there. After the user's communicator has gone our own has an error handler that returns. */
static void destroy(lb_mpi_net *net) { /* NOLINT(misc-no-recursion): once, what is inside a machine's node */
    if (net->machine && net->machine->inside)
        destroy(net->machine->inside);
    lb_machine_free(net->machine);
    if (net->users != MPI_COMM_NULL)
        MPI_Comm_delete_attr(net->users, net->key);
    if (net->key != MPI_KEYVAL_INVALID)
        MPI_Comm_free_keyval(&net->key);
    if (net->comm != MPI_COMM_NULL && !net->joined)
        MPI_Comm_free(&net->comm);
    if (net->stock)
        lb_stock_leave(net->stock);
    else
        lb_net_free(net->net);
    lb_neighbors_forget(net);
    free(net->taken);
    free(net->worlds);
    free(net->traced.worlds);
    free(net);
}

static lb_mpi_net *new_net(void) {
    lb_mpi_net *net = lb_mpi_take(1, sizeof *net);
    if (net) {
        net->comm = net->users = MPI_COMM_NULL;
        net->key = MPI_KEYVAL_INVALID;
    }
    return net;
}

/* The wires: the settings are there. `without` is somebody's who knows them. */
static int make_wires(lb_mpi_net *net, MPI_Comm users, const char *network, const char *without, lb_why *why) {
    int error = lb_torus_make(net, users, network, why);
    const char *dead = without ? without : net->set.without;
    if (!error && dead[0])
        error = lb_mpi_without(dead, &net->net, why);
    if (!error && without)
        lb_torus_periods(net, users);
    return error;
}

/* All that needs no others. */
static int furnish(lb_mpi_net *net, int slots) {
    int error = make_slots(net, slots);
    if (error)
        return error;
    pthread_mutex_lock(&net->process->lock);
    error = make_stock(net);
    pthread_mutex_unlock(&net->process->lock);
    return error;
}

/* ---- Machines ---- */

/* The ranks in the communicator of those that the machine knows by their own. */
static void translate(int *ranks, int count, const int *peers) {
    for (int i = 0; i < count && peers; i++)
        ranks[i] = peers[ranks[i]];
}

/* The processes have their nodes; NULL: process r is node r. */
static int take_seats(lb_mpi_net *net, const int *node_of) {
    int nodes = (int)lb_net_nodes(net->net);
    if (!node_of || lb_seats_plain(node_of, net->size, nodes))
        return LB_OK;
    lb_machine *m = net->machine = lb_machine_create(node_of, net->size, nodes, net->rank, net->set.arena);
    if (!m)
        return LB_ERR_MEMORY;
    translate(m->plane, nodes, net->peers);
    translate(m->mates, lb_machine_here(m), net->peers);
    net->peers = m->plane;
    net->node = m->node;
    net->nodes = nodes;
    m->folding.trace = net->process->pump.trace;
    return LB_OK;
}

/* The processes of this node as a network of their own, whose messages go straight. */
static int open_inside(lb_mpi_net *net) { /* NOLINT(misc-no-recursion): once */
    lb_machine *m = net->machine;
    int here = m ? lb_machine_here(m) : 1;
    char ring[32];
    lb_settings set = net->set;
    if (here == 1)
        return MPI_SUCCESS;
    snprintf(ring, sizeof ring, "ring:%d", here);
    snprintf(set.algorithm, sizeof set.algorithm, "%s", LB_MPI_DIRECT);
    set.verbose = 0;
    lb_joining joining = {.channel = net->comm,
                          .users = MPI_COMM_NULL,
                          .settings = &set,
                          .network = ring,
                          .without = "",
                          .peers = m->mates,
                          .rank = m->slot,
                          .size = here,
                          .slots = 1};
    return lb_mpi_net_join(&joining, &m->inside);
}

/* Collective. */
static int find_seats(lb_mpi_net *net, lb_why *why) {
    int *node_of = lb_mpi_take((uint64_t)net->size, sizeof *node_of);
    lb_learnt learnt;
    int error = node_of ? lb_placement_find(net->comm, &net->set, net->net, node_of, &learnt, why) : LB_ERR_MEMORY;
    if (!error)
        error = take_seats(net, node_of);
    free(node_of);
    return error;
}

/* Collective: the network that the hosts are wired as, and where the processes are on it. */
static int find_all(lb_mpi_net *net, MPI_Comm comm, lb_why *why) {
    lb_discovery *d = NULL;
    int error = lb_discover(net->comm, NULL, &d, why);
    size_t room = LB_DISCOVER_NAME + LB_DISCOVER_WITHOUT + 16;
    char *text = error ? NULL : lb_mpi_take(room, 1);
    if (!error && !text)
        error = LB_ERR_MEMORY;
    if (!error) {
        snprintf(text, room, "%s%s%s", d->network, d->without[0] ? " without " : "", d->without);
        error = make_wires(net, comm, text, NULL, why);
    }
    if (!error)
        error = take_seats(net, d->node_of);
    free(text);
    lb_discovery_free(d);
    return error;
}

/* The wires, and which process is where. `without` as of lb_mpi_net_open. */
static int find_machine(lb_mpi_net *net, MPI_Comm comm, const char *network, const char *without, const int *node_of,
                        lb_why *why) {
    if (network && !without && strcmp(network, LB_NETWORK_AUTO) == 0)
        return find_all(net, comm, why);
    int error = network && !without ? lb_mpi_tell(net->comm, network, why) : LB_OK;
    if (!error)
        error = make_wires(net, comm, network, without, why);
    if (error)
        return error;
    if (without)
        return take_seats(net, node_of);
    return network ? find_seats(net, why) : LB_OK;
}

static bool holds_all(const lb_mpi_net *net) {
    int alike = MPI_UNEQUAL;
    return MPI_Comm_compare(net->comm, MPI_COMM_WORLD, &alike) == MPI_SUCCESS && alike != MPI_UNEQUAL;
}

int lb_mpi_net_open(MPI_Comm comm, const char *network, const char *without, const int *node_of, lb_mpi_net **out) {
    lb_why why = {""};
    lb_mpi_net *net = *out = new_net();
    if (!net)
        return MPI_ERR_NO_MEM;
    *out = NULL;
    int code = open_comm(net, comm);
    if (code != MPI_SUCCESS) {
        destroy(net);
        return code;
    }
    int error = lb_settings_read(net->comm, &net->set, &why);
    if (!error) { /* here, where none has failed alone */
        lb_trace_open(net->process, &net->set, holds_all(net));
        code = lb_traced_net(net);
    }
    if (code != MPI_SUCCESS) {
        destroy(net);
        return code;
    }
    if (!error)
        error = find_machine(net, comm, network, without, node_of, &why);
    if (!error)
        error = furnish(net, most_slots());
    code = error ? lb_process_code(net->process, error, &why) : open_inside(net);
    if (code != MPI_SUCCESS) {
        destroy(net);
        return code;
    }
    MPI_Comm_set_errhandler(net->comm, MPI_ERRORS_RETURN);
    lb_stalls_watch(net, comm);
    *out = net;
    return MPI_SUCCESS;
}

/* NOLINTNEXTLINE(misc-no-recursion): once more, inside a machine's node */
int lb_mpi_net_join(const lb_joining *joining, lb_mpi_net **out) {
    lb_why why = {""};
    lb_process *process;
    *out = NULL;
    int code = lb_process_get(&process);
    lb_mpi_net *net = code == MPI_SUCCESS ? new_net() : NULL;
    if (!net)
        return code == MPI_SUCCESS ? MPI_ERR_NO_MEM : code;
    net->process = process;
    net->comm = joining->channel;
    net->joined = true;
    net->peers = joining->peers;
    net->rank = net->node = joining->rank;
    net->size = net->nodes = joining->size;
    net->set = *joining->settings;
    int error = make_wires(net, joining->users, joining->network, joining->without, &why);
    if (!error)
        error = take_seats(net, joining->node_of);
    if (!error)
        error = furnish(net, joining->slots);
    code = error ? lb_process_code(process, error, &why) : open_inside(net);
    if (code != MPI_SUCCESS) {
        destroy(net);
        return code;
    }
    lb_stalls_watch(net, MPI_COMM_NULL);
    lb_traced_join(net, joining->peers);
    *out = net;
    return MPI_SUCCESS;
}

int lb_mpi_net_create(MPI_Comm comm, const char *network, lb_mpi_net **out) {
    int inter = 0, code = MPI_ERR_COMM;
    *out = NULL;
    if (comm != MPI_COMM_NULL && MPI_Comm_test_inter(comm, &inter) == MPI_SUCCESS && !inter)
        code = lb_mpi_net_open(comm, network, NULL, NULL, out);
    if (code != MPI_SUCCESS)
        MPI_Comm_call_errhandler(comm == MPI_COMM_NULL ? MPI_COMM_WORLD : comm, code);
    return code;
}

int lb_mpi_net_free(lb_mpi_net **net) {
    lb_why why = {"the network still has operations that were not waited for, or persistent requests"};
    if (!*net)
        return MPI_SUCCESS;
    pthread_mutex_t *lock = &(*net)->process->lock;
    pthread_mutex_lock(lock);
    bool busy = (*net)->under_way > 0 || (*net)->unsettled > 0 || (*net)->persistent_alive > 0;
    if (!busy)
        destroy(*net);
    pthread_mutex_unlock(lock);
    if (busy)
        return lb_mpi_raise_why(*net, LB_ERR_ARG, &why);
    *net = NULL;
    return MPI_SUCCESS;
}

lb_mpi_facts lb_mpi_net_facts(const lb_mpi_net *net) {
    lb_mpi_facts facts = net->facts;
    facts.cached = net->stock->count;
    facts.cached_bytes = net->stock->bytes;
    return facts;
}

int lb_mpi_net_set_profile(lb_mpi_net *net, const lb_mpi_profile *profile) {
    lb_why why = {"a profile cannot be set while operations are under way, or persistent requests are there"};
    if (profile->window < 1 || profile->window > 64 || profile->tau.num <= 0 || profile->tau.den <= 0 ||
        profile->beta.num < 0 || profile->beta.den <= 0 || profile->gap.num < 0 || profile->gap.den <= 0 ||
        profile->hop.num < 0 || profile->hop.den <= 0 || profile->copy.num < 0 || profile->copy.den < 0 ||
        profile->meet.num < 0 || profile->meet.den < 0) {
        lb_why bad = {"the profile is not one: tau above 0, beta, gap, hop, copy and meet not below, window 1 to 64"};
        return lb_mpi_raise_why(net, LB_ERR_ARG, &bad);
    }
    pthread_mutex_lock(&net->process->lock);
    bool idle = net->under_way == 0 && net->persistent_alive == 0;
    if (idle) {
        lb_stock_empty(net->stock); /* where it is shared, all that share it must get the profile */
        net->set.profile = *profile;
        if (profile->copy.den == 0) /* who knows nothing of these two has zeros there */
            net->set.profile.copy = lb_mpi_profile_default().copy;
        if (profile->meet.den == 0)
            net->set.profile.meet = lb_mpi_profile_default().meet;
        if (net->machine) {
            memset(net->machine->known, 0, sizeof net->machine->known);
            memset(net->machine->rates, 0, sizeof net->machine->rates);
        }
    }
    pthread_mutex_unlock(&net->process->lock);
    return idle ? MPI_SUCCESS : lb_mpi_raise_why(net, LB_ERR_ARG, &why);
}
