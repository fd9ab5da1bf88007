/* The inside of the MPI engine, and what of it the drop-in and the tool use. From the ground up:
 *
 *     memory, rest, server    checked memory; a moment between two looks, and a thread that takes it
 *     environment, profile, settings    what a process is told before it begins
 *     pump      all MPI requests of the process under way, and whom they belong to
 *     hosts, placement    which process is on which node
 *     hello, cables, latencies, discover    the same, and the network, found out
 *     arena, machine      memory that the processes of a node share; nodes with several processes
 *     process   what a process has once, and its errors; process_get makes it, and knows all that it has to free
 *     types, operators    elements to bytes and back, and how they are combined
 *
 *     net       a network of processes; open makes it (torus, graphs, without: wires), neighborhood whom blocks are for
 *     routes    messages past the processes on the way
 *     instance  a stage made ready; shape: blocks of different lengths; stock: those that are idle
 *     lanes     its packets as messages: one port, one way
 *     message, straight, direct, instead    a stage without a plan, or by that of another collective
 *     estimate, estimate_direct, overlap    what it is expected to take; choose, choose_other: what is best
 *     flown     the network as one that cuts through
 *     cache     finds a stage, or makes it
 *
 *     call, request    what the user has asked for, and how far it is; request_pool: taken and given back
 *     sides, parts     what it sends and receives
 *     stage     what it runs; agree: whether all processes can begin it, debug: whether they mean the same
 *     machine_course, _courses, _places, _square    what goes through a node's memory, and across
 *     machine_choose, _bank    how, and where in that memory
 *     machine_leg, _legs_*, _step    collectives on machines, made of that; news, turn: what some find there
 *     hand_on   permutations on machines, which MPI carries
 *     trace, traced   what is done and when, and who tells that; trace_rows, trace_clocks, trace_file: as a picture
 *     stall, stalled, stalled_inside, stalled_words   a thread that says when a message does not come, and which
 *     advance   requests on their way, whoever waits; forms: a function for each form of a collective
 *
 * What the user asks for is in rooted.c, symmetric.c, halves.c, vectors.c, reductions.c, neighbors.c, neighbors_v.c,
 * barrier.c, permute.c, gossip.c, plans.c and plan_file.c; what he does with requests in requests.c, requests_many.c,
 * and handed.c, through MPI itself. tune.c finds a profile by what measure.c exchanges, and
 * tune_inside.c what the nodes' memory carries.
 *
 * Nothing here is global but a keyval: what a process has is an attribute of its MPI_COMM_SELF, so that simulators may
 * run many processes in one. Everything that changes it holds the process's lock. */
#ifndef LB_MPI_ENGINE_H
#define LB_MPI_ENGINE_H

#include "mpi/discover.h"
#include "mpi/environment.h"
#include "mpi/machine.h"
#include "mpi/memory.h"
#include "mpi/open.h"
#include "mpi/placement.h"
#include "mpi/process_get.h"
#include "mpi/profile.h"
#include "mpi/rest.h"
#include "mpi/trace_file.h"
#include "mpi/tune_inside.h"
#include "mpi/types.h"
#include "mpi/without.h"

#endif
