/* MPI_Init and MPI_Finalize. */
#include "pmpi/later.h"

#include <stdio.h>

/* Everything that needs all processes is done here, where they all are. */
static void open_shim(int level) {
    int rank = 0, size = 1, least = MPI_THREAD_SINGLE;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    lb_setup setup;
    if (!lb_all_present(rank, size))
        return;
    lb_setup_read(rank, size, &setup);
    if (setup.on)
        lb_seats_find(rank, size, &setup);
    if (setup.on)
        lb_machine_find(rank, size, &setup);
    lb_process *process; /* made now, while there is one thread */
    lb_shim_setup = setup;
    if (setup.on && (lb_places_open() != MPI_SUCCESS || lb_process_get(&process) != MPI_SUCCESS))
        lb_shim_setup.on = false;
    if (lb_shim_setup.on) {
        lb_types_open();
        lb_trace_open(process, &setup.set, true);
    }
    if (!lb_shim_setup.on || !setup.nonblocking) {
        lb_shim_setup.nonblocking = false;
        return;
    }
    lb_native.allreduce(&level, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (least < MPI_THREAD_MULTIPLE || lb_later_open() != MPI_SUCCESS) {
        lb_shim_setup.nonblocking = false;
        if (rank == 0)
            fprintf(stderr, "linkbound: LINKBOUND_NONBLOCKING needs MPI_THREAD_MULTIPLE, which not all processes have; "
                            "MPI's own nonblocking collectives are used\n");
        return;
    }
    lb_place_prepare(MPI_COMM_WORLD);
}

static bool want_threads(void) {
    return lb_environment_flag("LINKBOUND_NONBLOCKING") && !lb_environment_flag("LINKBOUND_DISABLE");
}

LB_MPI_API int MPI_Init(int *argc, char ***argv) {
    int level = MPI_THREAD_SINGLE;
    int code =
        want_threads() ? lb_native.init_thread(argc, argv, MPI_THREAD_MULTIPLE, &level) : lb_native.init(argc, argv);
    lb_users_level = MPI_THREAD_SINGLE;
    if (code == MPI_SUCCESS)
        open_shim(level);
    return code;
}

LB_MPI_API int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    int code = lb_native.init_thread(argc, argv, want_threads() ? MPI_THREAD_MULTIPLE : required, provided);
    if (code != MPI_SUCCESS)
        return code;
    int level = *provided;
    if (want_threads() && *provided > required)
        *provided = required;
    lb_users_level = *provided;
    open_shim(level);
    return code;
}

LB_MPI_API int MPI_Query_thread(int *provided) {
    int code = lb_native.query_thread(provided);
    if (code == MPI_SUCCESS && want_threads())
        *provided = lb_users_level;
    return code;
}

LB_MPI_API int MPI_Finalize(void) {
    if (lb_shim_setup.on) {
        lb_shim_setup.on = lb_shim_setup.nonblocking = false;
        lb_summary_print();
        lb_later_close();
        lb_places_close();
        lb_seats_free();
    }
    return lb_native.finalize();
}

LB_MPI_API int PMPI_Init(int *argc, char ***argv) __attribute__((alias("MPI_Init")));
LB_MPI_API int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided)
    __attribute__((alias("MPI_Init_thread")));
LB_MPI_API int PMPI_Query_thread(int *provided) __attribute__((alias("MPI_Query_thread")));
LB_MPI_API int PMPI_Finalize(void) __attribute__((alias("MPI_Finalize")));
