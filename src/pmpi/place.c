/* What is known about a communicator, kept with it as an attribute. The engine's network is made when the first
 * collective wants it, at all processes at once, and freed with the communicator. */
#include "pmpi/later.h"

#include <stdio.h>
#include <stdlib.h>

static int key = MPI_KEYVAL_INVALID;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static lb_place *places;
static lb_place *behind; /* with operations under way, or persistent requests, when their communicator was freed */
static lb_net *whole;
static MPI_Group world;

static void unlink_place(lb_place *place) {
    pthread_mutex_lock(&lock);
    *place->link = place->next;
    if (place->next)
        place->next->link = place->link;
    pthread_mutex_unlock(&lock);
}

static void link_place(lb_place *place) {
    pthread_mutex_lock(&lock);
    lb_place **last = &places;
    while (*last)
        last = &(*last)->next;
    place->link = last;
    *last = place;
    pthread_mutex_unlock(&lock);
}

static bool is_idle(const lb_mpi_net *net) {
    return net->under_way == 0 && net->persistent_alive == 0 && !lb_later_needs(net);
}

/* Networks that were still needed when their communicator was freed, and are no more. */
static void free_behind(void) {
    lb_place *idle = NULL;
    pthread_mutex_lock(&lock);
    for (lb_place **link = &behind; *link;) {
        lb_place *place = *link;
        if (!is_idle(place->net)) {
            link = &place->next;
            continue;
        }
        *link = place->next;
        place->next = idle;
        idle = place;
    }
    pthread_mutex_unlock(&lock);
    while (idle) {
        lb_place *place = idle;
        idle = place->next;
        lb_mpi_net_free(&place->net);
        free(place);
    }
}

/* The communicator is being freed: all its processes are here. */
static int gone(MPI_Comm comm, int which, void *value, void *extra) {
    lb_place *place = value;
    (void)comm;
    (void)which;
    (void)extra;
    unlink_place(place);
    lb_net_free(place->network);
    place->network = NULL;
    free_behind();
    if (place->net && !is_idle(place->net)) {
        pthread_mutex_lock(&lock);
        place->next = behind;
        behind = place;
        pthread_mutex_unlock(&lock);
        return MPI_SUCCESS;
    }
    if (place->net)
        lb_mpi_net_free(&place->net);
    free(place);
    return MPI_SUCCESS;
}

/* ---- Finding out ---- */

static lb_net *network_of(MPI_Comm comm, int size) {
    MPI_Group group = MPI_GROUP_NULL;
    int *ranks = lb_mpi_take((uint64_t)size, sizeof *ranks), *nodes = lb_mpi_take((uint64_t)size, sizeof *nodes);
    lb_net *found = NULL;
    for (int i = 0; ranks && i < size; i++)
        ranks[i] = i;
    if (ranks && nodes && PMPI_Comm_group(comm, &group) == MPI_SUCCESS &&
        PMPI_Group_translate_ranks(group, size, ranks, world, nodes) == MPI_SUCCESS)
        found = lb_subnet(whole, nodes, size);
    if (group != MPI_GROUP_NULL)
        PMPI_Group_free(&group);
    free(ranks);
    free(nodes);
    return found;
}

/* Whether the Cartesian topology is the network; MPI's last dimension is our first. */
static void look_at_topology(lb_place *place) {
    int kind = MPI_UNDEFINED, dims = 0, sizes[LB_MAX_DIMS], periods[LB_MAX_DIMS], coords[LB_MAX_DIMS];
    if (PMPI_Topo_test(place->comm, &kind) != MPI_SUCCESS || kind != MPI_CART ||
        PMPI_Cartdim_get(place->comm, &dims) != MPI_SUCCESS || dims < 1 || dims > LB_MAX_DIMS ||
        (unsigned)dims != lb_net_dims(place->network) ||
        PMPI_Cart_get(place->comm, dims, sizes, periods, coords) != MPI_SUCCESS)
        return;
    place->cartesian = true;
    for (int i = 0; i < dims; i++) {
        place->cartesian &= lb_net_radix(place->network, (unsigned)(dims - 1 - i)) == (uint32_t)sizes[i];
        place->ambiguous |= sizes[i] <= 2 && periods[i];
    }
}

static lb_place *make(MPI_Comm comm) {
    int inter = 1;
    lb_place *place = lb_mpi_take(1, sizeof *place);
    if (!place)
        return NULL;
    place->comm = comm;
    PMPI_Comm_test_inter(comm, &inter);
    PMPI_Comm_size(comm, &place->size);
    PMPI_Comm_rank(comm, &place->rank);
    if (!inter && place->size > 1)
        place->network = network_of(comm, place->size);
    if (place->network)
        look_at_topology(place);
    if (PMPI_Comm_set_attr(comm, key, place) != MPI_SUCCESS) {
        lb_net_free(place->network);
        free(place);
        return NULL;
    }
    link_place(place);
    return place;
}

lb_place *lb_place_of(MPI_Comm comm) {
    void *found = NULL;
    int flag = 0;
    if (!lb_shim_setup.on || comm == MPI_COMM_NULL || PMPI_Comm_get_attr(comm, key, &found, &flag) != MPI_SUCCESS)
        return NULL;
    lb_place *place = flag ? found : make(comm);
    return place && place->network && !place->failed ? place : NULL;
}

/* ---- The engine's network ---- */

/* Errors are the drop-in's to handle: the engine shall raise them where nobody hears. */
static int open_quietly(lb_place *place) {
    char name[256];
    lb_net_name(place->network, name, sizeof name);
    int code = lb_mpi_net_open(place->comm, place->cartesian ? NULL : name, &place->net);
    if (code == MPI_SUCCESS)
        code = PMPI_Comm_delete_attr(place->net->users, place->net->key);
    if (code == MPI_SUCCESS && lb_shim_setup.summary)
        place->net->watch = &lb_summary_watch;
    return code;
}

/* What is wrong is mostly the environment, and wrong for all communicators: said once. */
static void say_why(lb_place *place, int code) {
    static bool said;
    char text[MPI_MAX_ERROR_STRING] = "";
    int rank = 0, length = 0;
    PMPI_Comm_rank(place->comm, &rank);
    PMPI_Error_string(code, text, &length);
    if (rank == 0 && !said)
        fprintf(stderr, "linkbound: %s; MPI's own collectives are used\n", text);
    said = true;
}

bool lb_place_ready(lb_place *place) {
    int mine, all = 0;
    if (place->net)
        return true;
    int code = open_quietly(place);
    mine = code == MPI_SUCCESS;
    if (!mine)
        say_why(place, code);
    if (lb_native.allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, place->comm) == MPI_SUCCESS && all)
        return true;
    if (place->net)
        lb_mpi_net_free(&place->net);
    place->failed = true;
    return false;
}

int lb_places_open(void) {
    if (lb_net_parse(lb_shim_setup.network, &whole, NULL) != LB_OK)
        return MPI_ERR_NO_MEM;
    int code = PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, gone, &key, NULL);
    if (code == MPI_SUCCESS)
        code = PMPI_Comm_group(MPI_COMM_WORLD, &world);
    return code;
}

/* In the order in which they were made, which is the same everywhere as far as they have processes in common. */
void lb_places_close(void) {
    while (places) {
        lb_place *first = places;
        if (PMPI_Comm_delete_attr(first->comm, key) != MPI_SUCCESS && places == first)
            break;
    }
    PMPI_Group_free(&world);
    PMPI_Comm_free_keyval(&key);
    lb_net_free(whole);
    whole = NULL;
}
