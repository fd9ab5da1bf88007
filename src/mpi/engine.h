/* The inside of the MPI engine.
 *
 *     process.h     what a process has once (process.c), and what its environment says (environment.c)
 *     kinds.h       datatypes (types.c) and operators (operators.c)
 *     net.h         a network of processes (net.c, without.c), its settings (settings.c) and its profile (profile.c)
 *     routes.h      messages past the processes on the way (routes.c)
 *     instance.h    a stage made ready (cache.c, shape.c), its lanes (lanes.c: one port, one way, packets cut into
 *                   messages), and stages that are idle, shared by networks that are alike (stock.c)
 *     ways.h        which plan (choose.c, choose_other.c), or messages without one (direct.c, straight.c)
 *     choose.h      what is asked and expected when a plan is chosen (estimate.c, estimate_direct.c, overlap.c)
 *     measure.h     exchanges between processes, by which tune.c finds a profile (measure.c)
 *     request.h     one call of the user's: steps that pack, run stages, and unpack (request.c, request_pool.c);
 *                   sides.c and parts.c are what it sends and receives, agree.c whether all processes can begin it,
 *                   debug.c whether they mean the same one
 *     server.h      a thread that moves requests on (server.c)
 *
 * What the user asks for is in rooted.c, symmetric.c, vectors.c, reductions.c, neighbors.c, neighbors_v.c, barrier.c,
 * permute.c, gossip.c and plans.c; what he does with requests in requests.c, requests_many.c, and handed.c, through MPI
 * itself. pump.c has all MPI requests of the process under way, and tells whom they belong to; stall.c is a thread that
 * says when one of them does not come, and stalled.c which, and how.
 *
 * Nothing here is global but a keyval: what a process has is an attribute of its MPI_COMM_SELF, so that simulators may
 * run many processes in one. Everything that changes it holds the process's lock. */
#ifndef LB_MPI_ENGINE_H
#define LB_MPI_ENGINE_H

#include "mpi/instance.h"
#include "mpi/kinds.h"
#include "mpi/net.h"
#include "mpi/process.h"
#include "mpi/routes.h"
#include "mpi/ways.h"

#endif
