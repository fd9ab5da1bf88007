/* Stages made ready, and kept to be used again (stock.c). Whether one is found or made is each process's own matter:
 * the plan depends on nothing but what is asked for. */
#include "mpi/cache.h"

#include "base/hash.h"
#include "mpi/choose.h"
#include "mpi/choose_other.h"
#include "mpi/direct.h"
#include "mpi/flown.h"
#include "mpi/instead.h"
#include "mpi/lanes.h"
#include "mpi/stock.h"
#include "mpi/straight.h"

#include <stdio.h>
#include <string.h>

static uint64_t shape_count(const lb_shape *shape) {
    return shape->lengths + shape->ins + shape->outs;
}

static uint64_t hash_of(const lb_want *want) {
    uint64_t hash = lb_hash_word(lb_hash_word(want->kind, want->root), want->bytes);
    hash = lb_hash_word(lb_hash_word(hash, want->unit),
                        want->to * 16 + want->straight * 8 + want->aside * 4 + want->in_place * 2 + want->steps);
    hash = lb_hash_word(lb_hash_word(hash, want->count), shape_count(&want->shape) * 65537 + want->sharers);
    for (uint64_t i = 0; i < want->count; i++)
        hash = lb_hash_word(hash, want->list[i]);
    for (uint64_t i = 0; i < shape_count(&want->shape); i++)
        hash = lb_hash_word(hash, want->shape.values[i]);
    return hash;
}

static bool same(const lb_want *a, const lb_want *b) {
    uint64_t numbers = shape_count(&a->shape);
    return a->kind == b->kind && a->root == b->root && a->to == b->to && a->bytes == b->bytes &&
           a->nominal == b->nominal && a->unit == b->unit && a->sharers == b->sharers && a->in_place == b->in_place &&
           a->steps == b->steps && a->aside == b->aside && a->straight == b->straight && a->count == b->count &&
           a->shape.lengths == b->shape.lengths && a->shape.ins == b->shape.ins && a->shape.outs == b->shape.outs &&
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

/* ---- Making ---- */

/* Script, lanes, runner. */
static int equip(lb_instance *instance, const lb_plan *plan, const lb_data *data, lb_why *why) {
    snprintf(instance->algorithm, sizeof instance->algorithm, "%s", lb_plan_algorithm(plan));
    int error = lb_script_create(plan, (uint32_t)instance->net->node, data, &instance->script, why);
    if (!error)
        error = lb_lanes_create(instance, lb_plan_net(plan));
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
    if (instance->net->watch && !want->aside)
        instance->net->watch->planned(instance->net, task, algorithm, want->nominal ? want->nominal : want->bytes,
                                      &instance->note);
}

static int equip_by_want(lb_instance *instance, lb_why *why) {
    lb_want use = instance->want;
    const lb_want *want = &use;
    instance->instead = lb_mpi_instead(instance->net, want);
    use.kind = instance->instead ? LB_ALLREDUCE : use.kind;
    lb_task_params params = {.root = want->root, .to = want->to, .list = want->list, .count = (size_t)want->count};
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    if (want->straight) {
        instance->direct = true;
        snprintf(instance->algorithm, sizeof instance->algorithm, "%s", LB_MPI_DIRECT);
        return lb_straight_create(instance);
    }
    int error = lb_task_create(lb_mpi_wires(instance->net, want), want->kind, &params, &task, why);
    instance->direct =
        !error && !instance->instead && lb_mpi_direct(instance->net, task, want, &instance->stride, &plan);
    if (instance->direct) {
        snprintf(instance->algorithm, sizeof instance->algorithm, "%s", LB_MPI_DIRECT);
        error = lb_direct_create(instance);
        if (error)
            snprintf(why->text, sizeof why->text, "%llu bytes for what arrives could not be had",
                     (unsigned long long)instance->memory);
        if (!error)
            note_plan(instance, task, LB_MPI_DIRECT);
        lb_task_free(task);
        return error;
    }
    if (!error)
        error = lb_mpi_plan(instance->net, task, &instance->want, &plan, &instance->pipelined, why);
    if (!error) {
        note_plan(instance, lb_plan_task(plan), lb_plan_algorithm(plan));
        lb_class class = lb_task_class(task);
        lb_shaped shaped = {lb_plan_task(plan), &want->shape};
        lb_data data = {.bytes = want->bytes, .in_place = want->in_place, .user = &shaped};
        data.op.size = (size_t)want->unit;
        if (class == LB_SUM || class == LB_SPAN)
            data.op = (lb_operator){lb_mpi_fold, &instance->folding, (size_t)want->unit};
        if (instance->instead)
            lb_instead_data(instance, &data);
        if (want->shape.lengths) {
            data.length = lb_shape_length;
            data.in_at = lb_shape_in;
            data.out_at = lb_shape_out;
        }
        error = equip(instance, plan, &data, why);
    }
    if (!error && instance->instead)
        error = lb_instead_create(instance);
    lb_plan_free(plan);
    lb_task_free(task);
    return error;
}

static lb_instance *fresh(lb_mpi_net *net) {
    lb_instance *instance = lb_mpi_take(1, sizeof *instance);
    if (instance) {
        instance->net = net;
        instance->stock = net->stock;
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
    else if (instance)
        instance->net->process->shortage = *why;
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

lb_instance *lb_instance_get(lb_mpi_net *net, const lb_want *want, int *code) {
    uint64_t hash = hash_of(want);
    lb_instance *found = lb_stock_take(net->stock, hash, same, want);
    if (found) {
        found->busy = true;
        found->net = net;
        *code = MPI_SUCCESS;
        return found;
    }
    lb_instance *made = make(net, want, hash, code);
    if (!made && *code == MPI_ERR_NO_MEM && net->process->oldest) {
        lb_stocks_free(net->process); /* what is only kept for later */
        made = make(net, want, hash, code);
    }
    return made;
}

void lb_instance_put(lb_instance *instance) {
    instance->busy = false;
    if (instance->code != MPI_SUCCESS)
        return; /* MPI has failed, and may still write into its memory: it is left alone */
    if (instance->alone) {
        lb_instance_free(instance);
        return;
    }
    uint64_t rooms = instance->folding.left.bytes + instance->folding.right.bytes;
    instance->memory += rooms - instance->rooms;
    instance->rooms = rooms;
    lb_stock_put(instance);
}

void lb_instance_start(lb_instance *instance, int tags, const void *in, void *out) {
    instance->tags = tags;
    memcpy(instance->net->algorithm, instance->algorithm, sizeof instance->algorithm);
    if (instance->net->watch)
        instance->net->watch->started(&instance->note, instance->want.bytes);
    if (instance->direct) {
        lb_direct_start(instance, in, out);
        return;
    }
    if (instance->instead)
        out = lb_instead_start(instance, out);
    lb_lanes_start(instance);
    lb_runner_start(instance->runner, in, out);
}
