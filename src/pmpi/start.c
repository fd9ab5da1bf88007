/* MPI_Init and MPI_Finalize. */
#include "pmpi/shim.h"

/* Everything that needs all processes is done here, where they all are. */
static void open_shim(void) {
    int rank = 0, size = 1;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    lb_setup setup;
    lb_setup_read(rank, size, &setup);
    lb_shim_setup = setup;
    lb_process *process; /* made now, while there is one thread */
    if (setup.on && (lb_places_open() != MPI_SUCCESS || lb_process_get(&process) != MPI_SUCCESS))
        lb_shim_setup.on = false;
}

LB_MPI_API int MPI_Init(int *argc, char ***argv) {
    int code = lb_native.init(argc, argv);
    if (code == MPI_SUCCESS)
        open_shim();
    return code;
}

LB_MPI_API int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    int code = lb_native.init_thread(argc, argv, required, provided);
    if (code == MPI_SUCCESS)
        open_shim();
    return code;
}

LB_MPI_API int MPI_Finalize(void) {
    if (lb_shim_setup.on) {
        lb_shim_setup.on = false;
        lb_summary_print();
        lb_places_close();
    }
    return lb_native.finalize();
}

#ifdef OPEN_MPI
LB_MPI_API int PMPI_Init(int *argc, char ***argv) __attribute__((alias("MPI_Init")));
LB_MPI_API int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided)
    __attribute__((alias("MPI_Init_thread")));
LB_MPI_API int PMPI_Finalize(void) __attribute__((alias("MPI_Finalize")));
#endif
