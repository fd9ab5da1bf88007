/* Networks of processes. */
#include "mpi/engine.h"

#include <stdlib.h>
#include <string.h>

/* Smallest factors first. */
static int factorise(uint32_t size, lb_net **net, lb_why *why) {
    uint32_t radices[LB_MAX_DIMS] = {1};
    unsigned dims = 0;
    for (uint32_t factor = 2; size > 1; factor++) {
        if ((uint64_t)factor * factor > size)
            factor = size;
        for (; size % factor == 0; size /= factor)
            radices[dims++] = factor;
    }
    return lb_net_create(dims ? dims : 1, radices, net, why);
}

/* MPI's last dimension varies fastest, as our first one does. */
static int from_topology(lb_mpi_net *net, MPI_Comm comm, lb_why *why) {
    int dims[LB_MAX_DIMS], periods[LB_MAX_DIMS], coords[LB_MAX_DIMS], count = 0;
    uint32_t radices[LB_MAX_DIMS] = {1};
    if (MPI_Cartdim_get(comm, &count) != MPI_SUCCESS || count > LB_MAX_DIMS || count < 1 ||
        MPI_Cart_get(comm, count, dims, periods, coords) != MPI_SUCCESS)
        return factorise((uint32_t)net->size, &net->net, why);
    for (int i = 0; i < count; i++) {
        radices[count - 1 - i] = (uint32_t)dims[i];
        net->periodic[count - 1 - i] = periods[i];
    }
    net->cartesian = true;
    return lb_net_create((unsigned)count, radices, &net->net, why);
}

static int make_network(lb_mpi_net *net, MPI_Comm comm, const char *network, lb_why *why) {
    int topology = MPI_UNDEFINED;
    for (unsigned i = 0; i < LB_MAX_DIMS; i++)
        net->periodic[i] = 1;
    if (network) {
        int error = lb_mpi_parse(network, &net->net, why);
        if (!error && lb_net_nodes(net->net) != (uint32_t)net->size) {
            snprintf(why->text, sizeof why->text, "%.80s has %u nodes, and there are %d processes", network,
                     (unsigned)lb_net_nodes(net->net), net->size);
            error = LB_ERR_ARG;
        }
        return error;
    }
#ifndef LB_MPI_SIMULATED
    MPI_Topo_test(comm, &topology);
#endif
    if (topology == MPI_CART)
        return from_topology(net, comm, why);
    return factorise((uint32_t)net->size, &net->net, why);
}

static int make_slots(lb_mpi_net *net) {
    enum { SLOTS = 4096 };
    int *most = NULL, flag = 0;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, (void *)&most, &flag);
    int tags = flag ? *most : 32767, slots = tags / LB_MPI_TAGS;
    net->slots = slots < SLOTS ? slots : SLOTS;
    net->slot = lb_mpi_take((uint64_t)net->slots, sizeof(void *));
    return net->slot ? LB_OK : LB_ERR_MEMORY;
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
    code = watch_users(net, comm);
    return code;
}

/* Frees what is there. After the user's communicator has gone our own has an error handler that returns. */
static void destroy(lb_mpi_net *net) {
    lb_instances_trim(net, 0);
    if (net->users != MPI_COMM_NULL)
        MPI_Comm_delete_attr(net->users, net->key);
    if (net->key != MPI_KEYVAL_INVALID)
        MPI_Comm_free_keyval(&net->key);
    if (net->comm != MPI_COMM_NULL)
        MPI_Comm_free(&net->comm);
    lb_requests_free(net);
    lb_net_free(net->net);
    free(net->offsets);
    free(net->arrive);
    free(net->steps);
    free((void *)net->slot);
    free(net);
}

int lb_mpi_net_open(MPI_Comm comm, const char *network, lb_mpi_net **out) {
    lb_why why = {""};
    *out = NULL;
    lb_mpi_net *net = lb_mpi_take(1, sizeof *net);
    if (!net)
        return MPI_ERR_NO_MEM;
    net->comm = net->users = MPI_COMM_NULL;
    net->key = MPI_KEYVAL_INVALID;
    int code = open_comm(net, comm);
    if (code != MPI_SUCCESS) {
        destroy(net);
        return code;
    }
    int error = lb_settings_read(net->comm, &net->set, &why);
    if (!error)
        error = make_network(net, comm, network, &why);
    if (!error && net->set.without[0])
        error = lb_mpi_without(net->set.without, &net->net, &why);
    if (!error)
        error = make_slots(net);
    if (error) {
        code = lb_process_code(net->process, error, &why);
        destroy(net);
        return code;
    }
    MPI_Comm_set_errhandler(net->comm, MPI_ERRORS_RETURN);
    *out = net;
    return MPI_SUCCESS;
}

int lb_mpi_net_create(MPI_Comm comm, const char *network, lb_mpi_net **out) {
    int inter = 0, code = MPI_ERR_COMM;
    *out = NULL;
    if (comm != MPI_COMM_NULL && MPI_Comm_test_inter(comm, &inter) == MPI_SUCCESS && !inter)
        code = lb_mpi_net_open(comm, network, out);
    if (code != MPI_SUCCESS)
        MPI_Comm_call_errhandler(comm == MPI_COMM_NULL ? MPI_COMM_WORLD : comm, code);
    return code;
}

int lb_mpi_net_free(lb_mpi_net **net) {
    lb_why why = {"the network still has operations under way, or persistent requests"};
    if (!*net)
        return MPI_SUCCESS;
    if ((*net)->under_way > 0 || (*net)->persistent_alive > 0)
        return lb_mpi_raise_why(*net, LB_ERR_ARG, &why);
    pthread_mutex_t *lock = &(*net)->process->lock;
    pthread_mutex_lock(lock);
    destroy(*net);
    pthread_mutex_unlock(lock);
    *net = NULL;
    return MPI_SUCCESS;
}

const lb_net *lb_mpi_net_network(const lb_mpi_net *net) {
    return net->net;
}

int lb_mpi_net_rank(const lb_mpi_net *net) {
    return net->rank;
}

int lb_mpi_net_size(const lb_mpi_net *net) {
    return net->size;
}

lb_mpi_facts lb_mpi_net_facts(const lb_mpi_net *net) {
    return net->facts;
}

const char *lb_mpi_net_algorithm(const lb_mpi_net *net) {
    return net->algorithm;
}

lb_mpi_profile lb_mpi_net_profile(const lb_mpi_net *net) {
    return net->set.profile;
}

int lb_mpi_net_set_profile(lb_mpi_net *net, const lb_mpi_profile *profile) {
    lb_why why = {"a profile cannot be set while operations are under way, or persistent requests are there"};
    if (net->under_way > 0 || net->persistent_alive > 0)
        return lb_mpi_raise_why(net, LB_ERR_ARG, &why);
    if (profile->window < 1 || profile->window > 64 || profile->tau.num <= 0 || profile->tau.den <= 0 ||
        profile->beta.num < 0 || profile->beta.den <= 0 || profile->gap.num < 0 || profile->gap.den <= 0 ||
        profile->hop.num < 0 || profile->hop.den <= 0) {
        snprintf(why.text, sizeof why.text,
                 "the profile is not one: tau above 0, beta, gap and hop not below, window 1 to 64");
        return lb_mpi_raise_why(net, LB_ERR_ARG, &why);
    }
    lb_instances_trim(net, 0);
    net->set.profile = *profile;
    return MPI_SUCCESS;
}
