/* Plans of the user's own, as persistent requests. */
#include "mpi/plans.h"

#include "mpi/advance.h"
#include "mpi/cache.h"
#include "mpi/stage.h"
#include "mpi/stock.h"

#include <string.h>

static int step_plan(lb_mpi_request *r) {
    static const lb_want none;
    if (r->phase++ > 0) {
        r->complete = true;
        return MPI_SUCCESS;
    }
    return lb_mpi_stage(r, 0, &none, r->call.in.at, r->call.out.at);
}

/* Faults do not matter: a plan without the dead links runs on the whole network. The name says all else, but of
 * graphs. */
static bool same_network(const lb_net *a, const lb_net *b) {
    char name[512], other[sizeof name];
    if (lb_net_is_graph(a) || lb_net_is_graph(b) || lb_net_name(a, name, sizeof name) >= (int)sizeof name)
        return lb_net_equal(a, b);
    lb_net_name(b, other, sizeof other);
    return strcmp(name, other) == 0;
}

/* Flights may be run wherever there are processes to send to. */
bool lb_plan_suits(const lb_plan *plan, const lb_mpi_net *net) {
    const lb_net *flown = net->stock->flown;
    return same_network(lb_plan_net(plan), net->net) || (flown && same_network(lb_plan_net(plan), flown));
}

int lb_plan_begin(lb_mpi_net *net, lb_instance *instance, const lb_data *data, const void *in, void *out,
                  lb_mpi_request **request) {
    lb_call call = {.name = "plan", .op = MPI_OP_NULL, .step = step_plan, .in_plane = true};
    call.in.at = (void *)in;
    call.out.at = out;
    call.bytes = data->bytes;
    int code = lb_mpi_begin(net, MPI_SUCCESS, &call, LB_FORM_PERSISTENT, request);
    if (code == MPI_SUCCESS)
        (*request)->kept[0] = instance;
    else
        lb_instance_free(instance);
    return code;
}

int lb_mpi_plan_init(const lb_plan *plan, const lb_data *data, const void *in, void *out, lb_mpi_net *net,
                     lb_mpi_request **request) {
    lb_why why = {"the plan is for another network"};
    int code = MPI_SUCCESS;
    *request = NULL;
    if (!lb_plan_suits(plan, net))
        return lb_mpi_raise_why(net, LB_ERR_ARG, &why);
    lb_instance *instance = lb_instance_of_plan(net, plan, data, &code);
    if (code == MPI_SUCCESS)
        return lb_plan_begin(net, instance, data, in, out, request);
    lb_instance_free(instance);
    return lb_mpi_raise(net, code);
}

const lb_script *lb_mpi_request_script(const lb_mpi_request *request) {
    const lb_instance *instance = request->stage ? request->stage : request->kept[0];
    return instance ? instance->script : NULL;
}
