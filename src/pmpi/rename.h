/* Included before everything else when the engine is compiled for the drop-in: what it calls of MPI goes by the names
 * that nobody intercepts, and what the drop-in itself intercepts goes to MPI's own: Open MPI's Fortran calls
 * PMPI_Bcast, so that name is ours too. The test of the exported symbols fails when a function is missing here. */
#ifndef LB_PMPI_RENAME_H
#define LB_PMPI_RENAME_H

#define MPI_Allreduce    lb_native_allreduce
#define MPI_Bcast        lb_native_bcast
#define MPI_Comm_create  lb_native_comm_create
#define MPI_Comm_free    lb_native_comm_free
#define MPI_Comm_split   lb_native_comm_split
#define MPI_Gather       lb_native_gather
#define MPI_Gatherv      lb_native_gatherv
#define MPI_Iallgather   lb_native_iallgather
#define MPI_Query_thread lb_native_query_thread
#define MPI_Type_free    lb_native_type_free
#define MPI_Waitall      lb_native_waitall
#define MPI_Waitsome     lb_native_waitsome

#define MPI_Add_error_class      PMPI_Add_error_class
#define MPI_Add_error_code       PMPI_Add_error_code
#define MPI_Add_error_string     PMPI_Add_error_string
#define MPI_Barrier              PMPI_Barrier
#define MPI_Cart_get             PMPI_Cart_get
#define MPI_Cartdim_get          PMPI_Cartdim_get
#define MPI_Comm_call_errhandler PMPI_Comm_call_errhandler
#define MPI_Comm_create_keyval   PMPI_Comm_create_keyval
#define MPI_Comm_delete_attr     PMPI_Comm_delete_attr
#define MPI_Comm_free_keyval     PMPI_Comm_free_keyval
#define MPI_Comm_get_attr        PMPI_Comm_get_attr
#define MPI_Comm_group           PMPI_Comm_group
#define MPI_Comm_compare         PMPI_Comm_compare
#define MPI_Comm_rank            PMPI_Comm_rank
#define MPI_Comm_set_attr        PMPI_Comm_set_attr
#define MPI_Comm_set_errhandler  PMPI_Comm_set_errhandler
#define MPI_Comm_size            PMPI_Comm_size
#define MPI_Comm_test_inter      PMPI_Comm_test_inter
#define MPI_Error_string         PMPI_Error_string
#define MPI_Get_count            PMPI_Get_count
#define MPI_Get_library_version  PMPI_Get_library_version
#define MPI_Get_processor_name   PMPI_Get_processor_name
#define MPI_Group_free           PMPI_Group_free
#define MPI_Grequest_complete    PMPI_Grequest_complete
#define MPI_Grequest_start       PMPI_Grequest_start
#define MPI_Iprobe               PMPI_Iprobe
#define MPI_Irecv                PMPI_Irecv
#define MPI_Isend                PMPI_Isend
#define MPI_Op_commutative       PMPI_Op_commutative
#define MPI_Pack                 PMPI_Pack
#define MPI_Recv                 PMPI_Recv
#define MPI_Reduce_local         PMPI_Reduce_local
#define MPI_Send                 PMPI_Send
#define MPI_Status_set_cancelled PMPI_Status_set_cancelled
#define MPI_Status_set_elements  PMPI_Status_set_elements
#define MPI_Test                 PMPI_Test
#define MPI_Testsome             PMPI_Testsome
#define MPI_Topo_test            PMPI_Topo_test
#define MPI_Type_commit          PMPI_Type_commit
#define MPI_Type_create_hindexed PMPI_Type_create_hindexed
#define MPI_Type_create_keyval   PMPI_Type_create_keyval
#define MPI_Type_delete_attr     PMPI_Type_delete_attr
#define MPI_Type_dup             PMPI_Type_dup
#define MPI_Type_free_keyval     PMPI_Type_free_keyval
#define MPI_Type_get_attr        PMPI_Type_get_attr
#define MPI_Type_get_envelope    PMPI_Type_get_envelope
#define MPI_Type_get_extent      PMPI_Type_get_extent
#define MPI_Type_get_true_extent PMPI_Type_get_true_extent
#define MPI_Type_set_attr        PMPI_Type_set_attr
#define MPI_Type_size_x          PMPI_Type_size_x
#define MPI_Unpack               PMPI_Unpack
#define MPI_Wtime                PMPI_Wtime

#define MPI_Abort                 PMPI_Abort
#define MPI_Group_translate_ranks PMPI_Group_translate_ranks

#endif
