/* What is known about a communicator, kept with it as an attribute. The engine's network is made (channel.c) when the
 * first collective wants it, at all processes at once, and freed with the communicator. */
#include "pmpi/later.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    place->next = places;
    place->link = &places;
    if (places)
        places->link = &place->next;
    places = place;
    pthread_mutex_unlock(&lock);
}

static bool is_idle(const lb_mpi_net *net) {
    pthread_mutex_lock(&net->process->lock);
    bool idle = net->under_way == 0 && net->persistent_alive == 0 && net->unsettled == 0;
    pthread_mutex_unlock(&net->process->lock);
    return idle && !lb_later_needs(net);
}

void lb_place_free(lb_place *place) {
    for (lb_place *spare = place->spares, *next; spare; spare = next) {
        next = spare->next;
        lb_place_free(spare);
    }
    if (place->net)
        lb_mpi_net_free(&place->net);
    lb_ids_return(place->id);
    lb_net_free(place->network);
    free(place->without);
    free(place->ranks);
    free(place->node_of);
    lb_records_free(place);
    free(place);
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
        lb_place_free(place);
    }
}

/* The communicator is being freed: all its processes are here. */
static int gone(MPI_Comm comm, int which, void *value, void *extra) {
    lb_place *place = value;
    (void)comm;
    (void)which;
    (void)extra;
    unlink_place(place);
    free_behind();
    if (place->net && !is_idle(place->net)) {
        pthread_mutex_lock(&lock);
        place->next = behind;
        behind = place;
        pthread_mutex_unlock(&lock);
        return MPI_SUCCESS;
    }
    lb_place_free(place);
    return MPI_SUCCESS;
}

/* ---- Finding out ---- */

/* Said once: there may be many such communicators. */
static void say_cut(const lb_place *place, const lb_why *why) {
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (place->rank == 0 && !atomic_flag_test_and_set(&said))
        fprintf(stderr,
                "linkbound: dead links in the network of a communicator of %d, by its ranks: %s; MPI's own collectives "
                "are used there\n",
                place->size, why->text);
}

static int by_number(const void *a, const void *b) {
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The nodes without their repetitions, in order; how many there are. */
static int distinct(int *list, int count) {
    int kept = 0;
    qsort(list, (size_t)count, sizeof *list, by_number);
    for (int i = 0; i < count; i++) {
        if (i == 0 || list[i] != list[kept - 1])
            list[kept++] = list[i];
    }
    return kept;
}

/* Its processes' nodes in the whole network; NULL: some have none, or there is no memory. */
static int *whole_nodes(const lb_place *place) {
    int *nodes = lb_mpi_take((uint64_t)place->size, sizeof *nodes), all = 0;
    PMPI_Comm_size(MPI_COMM_WORLD, &all);
    for (int i = 0; nodes && i < place->size; i++) {
        int rank = place->ranks[i];
        if (rank < 0 || rank >= all) {
            free(nodes);
            return NULL;
        }
        nodes[i] = lb_world_nodes ? lb_world_nodes[rank] : rank;
    }
    return nodes;
}

/* Several on a node, or in another order: which of these nodes each is on. */
static void find_seats(lb_place *place, const int *nodes, int *list, int count) {
    place->node_of = lb_mpi_take((uint64_t)place->size, sizeof *place->node_of);
    if (!place->node_of)
        return;
    for (int i = 0; i < place->size; i++) {
        const int *found = bsearch(&nodes[i], list, (size_t)count, sizeof *list, by_number);
        place->node_of[i] = (int)(found - list);
    }
    if (count > 1)
        place->network = lb_subnet(whole, list, count);
    else if (lb_net_nodes(whole) == 1)
        lb_net_parse("1", &place->network, NULL);
}

/* What is dead among the nodes that are listed; none of it where that cuts the network. */
static void find_dead(lb_place *place, const int *list) {
    lb_why why = {""};
    if (lb_subnet_dead(whole, list, &place->network, &place->without, &why) == LB_OK)
        return;
    say_cut(place, &why);
    lb_net_free(place->network);
    place->network = NULL;
    place->cut = true;
}

/* The processes' network, and its dead links in its own numbers. */
static void find_network(lb_place *place) {
    place->ranks = lb_mpi_ranks_in(world, place->comm, place->size);
    int *nodes = place->ranks ? whole_nodes(place) : NULL;
    int *list = nodes ? lb_mpi_take((uint64_t)place->size, sizeof *list) : NULL;
    if (list) {
        memcpy(list, nodes, (size_t)place->size * sizeof *list);
        place->network = lb_subnet(whole, nodes, place->size);
        if (!place->network)
            find_seats(place, nodes, list, distinct(list, place->size));
        if (place->network)
            find_dead(place, list);
    }
    free(list);
    free(nodes);
}

/* Whether a digit begins anew when it wraps around, and leaves the others alone: not on twisted tori. */
static bool wraps(const lb_net *net, unsigned dim) {
    uint32_t stride = 1;
    for (unsigned i = 0; i < dim; i++)
        stride *= lb_net_radix(net, i);
    return lb_net_radix(net, dim) == 1 || lb_add(net, stride * (lb_net_radix(net, dim) - 1), stride) == 0;
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
        unsigned dim = (unsigned)(dims - 1 - i);
        place->cartesian &= lb_net_radix(place->network, dim) == (uint32_t)sizes[i] && wraps(place->network, dim);
        place->ambiguous |= sizes[i] <= 2 && periods[i];
    }
}

lb_place *lb_place_new(MPI_Comm comm) {
    int inter = 1;
    lb_place *place = lb_mpi_take(1, sizeof *place);
    if (!place)
        return NULL;
    place->comm = comm;
    place->id = LB_ID_NONE;
    PMPI_Comm_test_inter(comm, &inter);
    PMPI_Comm_size(comm, &place->size);
    PMPI_Comm_rank(comm, &place->rank);
    if (!inter && place->size > 1)
        find_network(place);
    if (place->network && !place->node_of)
        look_at_topology(place);
    return place;
}

bool lb_place_attach(lb_place *place, MPI_Comm comm) {
    place->comm = comm;
    if (PMPI_Comm_set_attr(comm, key, place) != MPI_SUCCESS)
        return false;
    link_place(place);
    return true;
}

static lb_place *make(MPI_Comm comm) {
    lb_place *place = lb_place_new(comm);
    if (!place || lb_place_attach(place, comm))
        return place;
    lb_place_free(place);
    return NULL;
}

lb_place *lb_place_of(MPI_Comm comm) {
    void *found = NULL;
    int flag = 0;
    if (!lb_shim_setup.on || comm == MPI_COMM_NULL || lb_channel == MPI_COMM_NULL || lb_comm_going(comm) ||
        PMPI_Comm_get_attr(comm, key, &found, &flag) != MPI_SUCCESS)
        return NULL;
    lb_place *place = flag ? found : make(comm);
    return place && place->network && !place->failed ? place : NULL;
}

lb_reason lb_place_reason(MPI_Comm comm) {
    const lb_place *place = NULL;
    void *found = NULL;
    int flag = 0, inter = 0;
    if (comm != MPI_COMM_NULL && PMPI_Comm_get_attr(comm, key, &found, &flag) == MPI_SUCCESS && flag)
        place = found;
    if (!place)
        return comm == MPI_COMM_NULL ? LB_LEFT_ARGUMENTS : LB_LEFT_SETUP;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter)
        return LB_LEFT_INTER;
    if (place->size < 2)
        return LB_LEFT_ALONE;
    return place->cut ? LB_LEFT_CUT : place->network ? LB_LEFT_SETUP : LB_LEFT_COMM;
}

int lb_places_open(void) {
    lb_why why;
    if (lb_mpi_parse(lb_shim_setup.network, &whole, &why) != LB_OK ||
        (lb_shim_setup.set.without[0] && lb_mpi_without(lb_shim_setup.set.without, &whole, &why) != LB_OK))
        return MPI_ERR_NO_MEM;
    int code = PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, gone, &key, NULL);
    if (code == MPI_SUCCESS)
        code = PMPI_Comm_group(MPI_COMM_WORLD, &world);
    return code == MPI_SUCCESS ? lb_channel_open(world) : code;
}

bool lb_places_idle(void) {
    bool idle = true;
    free_behind();
    pthread_mutex_lock(&lock);
    for (const lb_place *place = places; place; place = place->next)
        idle &= !place->net || is_idle(place->net);
    idle &= !behind;
    pthread_mutex_unlock(&lock);
    return idle;
}

/* The last that was made first, which is the same everywhere as far as they have processes in common. */
void lb_places_close(void) {
    while (places) {
        lb_place *first = places;
        if (PMPI_Comm_delete_attr(first->comm, key) != MPI_SUCCESS && places == first)
            break;
    }
    lb_channel_close();
    PMPI_Group_free(&world);
    PMPI_Comm_free_keyval(&key);
    lb_net_free(whole);
    whole = NULL;
}
