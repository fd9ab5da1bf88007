/* Stages made ready, and kept to be used again. Whether one is found or made is each process's own matter: the plan
 * depends on nothing but what is asked for. */
#include "mpi/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 64 };                                     /* idle instances of a network */
static const uint64_t kept_bytes = UINT64_C(256) << 20; /* and their memory; one may have more */

static uint64_t shape_count(const lb_shape *shape) {
    return shape->lengths + shape->ins + shape->outs;
}

static uint64_t mixed(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint64_t hash_of(const lb_want *want) {
    uint64_t hash = mixed(mixed(want->kind, want->root), want->bytes);
    hash = mixed(mixed(hash, want->unit), want->to * 4 + want->in_place * 2 + want->steps);
    hash = mixed(mixed(hash, want->count), shape_count(&want->shape));
    for (uint64_t i = 0; i < want->count; i++)
        hash = mixed(hash, want->list[i]);
    for (uint64_t i = 0; i < shape_count(&want->shape); i++)
        hash = mixed(hash, want->shape.values[i]);
    return hash;
}

static bool same(const lb_want *a, const lb_want *b) {
    uint64_t numbers = shape_count(&a->shape);
    return a->kind == b->kind && a->root == b->root && a->to == b->to && a->bytes == b->bytes &&
           a->nominal == b->nominal && a->unit == b->unit && a->in_place == b->in_place && a->steps == b->steps &&
           a->count == b->count && a->shape.lengths == b->shape.lengths && a->shape.ins == b->shape.ins &&
           a->shape.outs == b->shape.outs &&
           (a->count == 0 || memcmp(a->list, b->list, (size_t)a->count * sizeof *a->list) == 0) &&
           (numbers == 0 || memcmp(a->shape.values, b->shape.values, (size_t)numbers * sizeof(uint64_t)) == 0);
}

static int copy_want(lb_instance *instance, const lb_want *want) {
    uint64_t numbers = shape_count(&want->shape);
    uint32_t *list = lb_mpi_take(want->count, sizeof *list);
    uint64_t *values = lb_mpi_take(numbers, sizeof *values);
    instance->want = *want;
    instance->want.list = list;
    instance->want.shape.values = values;
    if (!list || !values)
        return LB_ERR_MEMORY;
    if (want->count)
        memcpy(list, want->list, (size_t)want->count * sizeof *list);
    if (numbers)
        memcpy(values, want->shape.values, (size_t)numbers * sizeof *values);
    return LB_OK;
}

void lb_instance_free(lb_instance *instance) {
    if (!instance)
        return;
    lb_runner_free(instance->runner);
    lb_script_free(instance->script);
    lb_folding_free(&instance->folding);
    free(instance->lanes);
    free(instance->landing);
    free(instance->loads);
    free((void *)instance->want.list);
    free((void *)instance->want.shape.values);
    free(instance);
}

/* ---- Making ---- */

/* Script, lanes, runner. */
static int equip(lb_instance *instance, const lb_plan *plan, const lb_data *data, lb_why *why) {
    snprintf(instance->algorithm, sizeof instance->algorithm, "%s", lb_plan_algorithm(plan));
    int error = lb_script_create(plan, (uint32_t)instance->net->rank, data, &instance->script, why);
    if (!error)
        error = lb_lanes_create(instance);
    if (!error) {
        lb_transport transport = lb_lanes_transport(instance);
        error = lb_runner_create(instance->script, &transport, &instance->runner, why);
    }
    if (!error)
        instance->memory = lb_runner_memory(instance->runner) + lb_script_facts_of(instance->script).memory +
                           shape_count(&instance->want.shape) * sizeof(uint64_t);
    return error;
}

static void note_plan(lb_instance *instance, const lb_task *task, const char *algorithm) {
    const lb_want *want = &instance->want;
    if (instance->net->watch)
        instance->net->watch->planned(instance->net, task, algorithm, want->nominal ? want->nominal : want->bytes,
                                      &instance->note);
}

static int equip_by_want(lb_instance *instance, lb_why *why) {
    const lb_want *want = &instance->want;
    lb_task_params params = {.root = want->root, .to = want->to, .list = want->list, .count = (size_t)want->count};
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    int error = lb_task_create(instance->net->net, want->kind, &params, &task, why);
    instance->direct = !error && lb_mpi_direct(instance->net, task, want, &instance->stride);
    if (instance->direct) {
        snprintf(instance->algorithm, sizeof instance->algorithm, "%s", LB_MPI_DIRECT);
        error = lb_direct_create(instance);
        if (!error)
            note_plan(instance, task, LB_MPI_DIRECT);
        lb_task_free(task);
        return error;
    }
    if (!error)
        error = lb_mpi_plan(instance->net, task, want, &plan, &instance->pipelined, why);
    if (!error) {
        note_plan(instance, lb_plan_task(plan), lb_plan_algorithm(plan));
        lb_class class = lb_task_class(task);
        lb_shaped shaped = {lb_plan_task(plan), &want->shape};
        lb_data data = {.bytes = want->bytes, .in_place = want->in_place, .user = &shaped};
        data.op.size = (size_t)want->unit;
        if (class == LB_SUM || class == LB_SPAN)
            data.op = (lb_operator){lb_mpi_fold, &instance->folding, (size_t)want->unit};
        if (want->shape.lengths) {
            data.length = lb_shape_length;
            data.in_at = lb_shape_in;
            data.out_at = lb_shape_out;
        }
        error = equip(instance, plan, &data, why);
    }
    lb_plan_free(plan);
    lb_task_free(task);
    return error;
}

static lb_instance *fresh(lb_mpi_net *net) {
    lb_instance *instance = lb_mpi_take(1, sizeof *instance);
    if (instance) {
        instance->net = net;
        instance->folding.op = MPI_OP_NULL;
    }
    return instance;
}

static lb_instance *finish(lb_instance *instance, int error, const lb_why *why, int *code) {
    if (!error && instance) {
        instance->busy = true;
        *code = MPI_SUCCESS;
        return instance;
    }
    *code = MPI_ERR_NO_MEM;
    if (instance && error != LB_ERR_MEMORY)
        *code = lb_process_code(instance->net->process, error, why);
    lb_instance_free(instance);
    return NULL;
}

lb_instance *lb_instance_of_plan(lb_mpi_net *net, const lb_plan *plan, const lb_data *data, int *code) {
    lb_why why = {""};
    lb_instance *instance = fresh(net);
    int error = instance ? equip(instance, plan, data, &why) : LB_ERR_MEMORY;
    if (instance)
        instance->alone = true;
    return finish(instance, error, &why, code);
}

static lb_instance *make(lb_mpi_net *net, const lb_want *want, uint64_t hash, int *code) {
    lb_why why = {""};
    lb_instance *instance = fresh(net);
    int error = instance ? copy_want(instance, want) : LB_ERR_MEMORY;
    if (!error)
        error = equip_by_want(instance, &why);
    if (instance) {
        instance->hash = hash;
        instance->alone = want->once;
    }
    return finish(instance, error, &why, code);
}

/* ---- Keeping ---- */

static void unlink_instance(lb_instance *instance) {
    lb_mpi_net *net = instance->net;
    if (instance->previous)
        instance->previous->next = instance->next;
    else
        net->instances = instance->next;
    if (instance->next)
        instance->next->previous = instance->previous;
    instance->next = instance->previous = NULL;
    net->facts.cached--;
    net->facts.cached_bytes -= instance->memory;
}

lb_instance *lb_instance_get(lb_mpi_net *net, const lb_want *want, int *code) {
    uint64_t hash = hash_of(want);
    for (lb_instance *i = net->instances; i; i = i->next) {
        if (i->hash == hash && same(&i->want, want)) {
            unlink_instance(i);
            i->busy = true;
            *code = MPI_SUCCESS;
            return i;
        }
    }
    return make(net, want, hash, code);
}

void lb_instances_trim(lb_mpi_net *net, unsigned keep) {
    lb_instance *last = net->instances;
    while (last && last->next)
        last = last->next;
    while (last && (net->facts.cached > keep || (net->facts.cached > 1 && net->facts.cached_bytes > kept_bytes))) {
        lb_instance *before = last->previous;
        unlink_instance(last);
        lb_instance_free(last);
        last = before;
    }
}

void lb_instance_put(lb_instance *instance) {
    lb_mpi_net *net = instance->net;
    instance->busy = false;
    if (instance->code != MPI_SUCCESS)
        return; /* MPI has failed, and may still write into its memory: it is left alone */
    if (instance->alone) {
        lb_instance_free(instance);
        return;
    }
    instance->next = net->instances;
    instance->previous = NULL;
    if (net->instances)
        net->instances->previous = instance;
    net->instances = instance;
    net->facts.cached++;
    net->facts.cached_bytes += instance->memory;
    if (net->facts.cached > KEPT || net->facts.cached_bytes > kept_bytes)
        lb_instances_trim(net, KEPT);
}

void lb_instance_start(lb_instance *instance, int tags, const void *in, void *out) {
    unsigned lanes = 2 * lb_net_ports(instance->net->net);
    instance->tags = tags;
    memcpy(instance->net->algorithm, instance->algorithm, sizeof instance->algorithm);
    if (instance->net->watch)
        instance->net->watch->started(&instance->note, instance->want.bytes);
    if (instance->direct) {
        lb_direct_start(instance, in, out);
        return;
    }
    for (unsigned i = 0; i < lanes; i++) {
        lb_lane *lane = &instance->lanes[i];
        lane->messages = lane->next = lane->known = 0;
        lane->flying = 0;
    }
    lb_runner_start(instance->runner, in, out);
}
