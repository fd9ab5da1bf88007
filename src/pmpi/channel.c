/* The engine's networks. The messages of all of them go by one communicator of all processes, the channel, each
 * network's by tags of its own (ids.c): MPI has only so many communicators, and making one takes longer than most
 * collectives. */
#include "pmpi/shim.h"

#include <stdio.h>
#include <string.h>

MPI_Comm lb_channel = MPI_COMM_NULL;

/* ---- Making a network ---- */

/* In debug mode with a communicator of its own, on which the processes tell each other what they are about to do.
 * Errors are the drop-in's to handle: the engine shall raise them where nobody hears. */
static int open_alone(lb_place *place, const char *network) {
    int code = lb_mpi_net_open(place->comm, network, place->without, place->node_of, &place->net);
    return code == MPI_SUCCESS ? PMPI_Comm_delete_attr(place->net->users, place->net->key) : code;
}

static int join(lb_place *place, const char *network) {
    lb_joining joining = {.channel = lb_channel,
                          .users = place->comm,
                          .settings = &lb_shim_setup.set,
                          .network = network,
                          .without = place->without,
                          .peers = place->ranks,
                          .node_of = place->node_of,
                          .rank = place->rank,
                          .size = place->size,
                          .slots = lb_ids_slots()};
    return lb_mpi_net_join(&joining, &place->net);
}

static int open_quietly(lb_place *place) {
    char name[sizeof lb_shim_setup.network];
    lb_net_name(place->network, name, sizeof name);
    int code = lb_shim_setup.set.debug ? open_alone(place, name) : join(place, name);
    if (code == MPI_SUCCESS)
        place->net->set.profile = lb_shim_setup.set.profile;
    if (code == MPI_SUCCESS)
        place->net->agrees = !place->net->machine; /* so that all can leave it to MPI */
    if (code == MPI_SUCCESS && lb_shim_setup.summary)
        place->net->watch = &lb_summary_watch;
    return code;
}

/* What is wrong is mostly wrong for all communicators: said once. */
static void say_why(const lb_place *place, int code) {
    static atomic_flag said = ATOMIC_FLAG_INIT;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    PMPI_Error_string(code, text, &length);
    const char *begin = strncmp(text, "linkbound: ", 11) == 0 ? text + 11 : text; /* the engine's errors say so */
    if (place->rank == 0 && !atomic_flag_test_and_set(&said))
        fprintf(stderr, "linkbound: %s; MPI's own collectives are used\n", begin);
}

/* Where no number is left, calls go to MPI, and now and then it is tried again: at the same calls everywhere. */
static bool try_now(lb_place *place) {
    unsigned call = place->tries++;
    return (call & (call - 1)) == 0;
}

static lb_agreement agree(lb_place *place, bool ready) {
    int found = 0, mine = ready, all = 0;
    if (lb_shim_setup.set.debug)
        return lb_native.allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, place->comm) == MPI_SUCCESS && all ? LB_AGREED
                                                                                                        : LB_NOT_EVER;
    lb_agreement agreement = lb_ids_agree(place->comm, ready, &place->id, 1, &found);
    if (agreement == LB_AGREED)
        place->net->tags = lb_ids_tags(place->id);
    return agreement;
}

bool lb_channel_join(lb_place *place) {
    int code = open_quietly(place);
    if (code != MPI_SUCCESS)
        say_why(place, code);
    return code == MPI_SUCCESS;
}

bool lb_place_ready(lb_place *place) {
    if (place->net)
        return true;
    if (!try_now(place))
        return false;
    lb_agreement agreement = agree(place, lb_channel_join(place));
    if (agreement == LB_AGREED)
        return true;
    if (place->net)
        lb_mpi_net_free(&place->net);
    place->failed = agreement == LB_NOT_EVER;
    return false;
}

/* ---- Opening and closing ---- */

int lb_channel_open(MPI_Group world) {
    int *most = NULL, flag = 0;
    PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, (void *)&most, &flag);
    lb_ids_open(flag ? *most : 32767);
    /* Without the attributes of MPI_COMM_WORLD. */
    int code = lb_native.comm_create(MPI_COMM_WORLD, world, &lb_channel);
    return code == MPI_SUCCESS ? PMPI_Comm_set_errhandler(lb_channel, MPI_ERRORS_RETURN) : code;
}

void lb_channel_close(void) {
    if (lb_channel != MPI_COMM_NULL)
        lb_native.comm_free(&lb_channel);
}
