# In a fresh tree ctest knows no times: what takes longest begins first, and no processor is idle at the end. Programs that mostly
# wait, as those of MPI do, stand between those that compute: tools/test-all runs more tests at once than there are processors.
# Included by each folder, as a test is known only in its own.
set(longest lint_tidy pmpi_present_openmpi pmpi_present_mpich web lint_cppcheck pmpi_learn_openmpi pmpi_learn_mpich
    pmpi_communicators_many_later_openmpi test_planner sh_simgrid pmpi_communicators_later_openmpi test_scan_mixed
    sh_cli_papers pmpi_machine_openmpi pmpi_machine_mpich sh_cli_papers_html sh_netns test_run_order test_scan
    pmpi_stall_openmpi pmpi_stall_mpich test_faults_links survey_sample mpi_stalls_openmpi mpi_stalls_mpich
    test_bound_search python_notebooks sh_valgrind mpi_networks_openmpi mpi_networks_mpich test_faults_spans sh_discover survey_sample_larger
    test_run test_long test_faults test_run_engine test_least_delay test_packets sh_floors test_000 test_algorithms
    test_flows test_bound test_file test_many test_many_ports test_matrix_move test_allreduce_overlapped lint_shell)
set(cost 100)
foreach(name IN LISTS longest)
    if(TEST ${name})
        set_tests_properties(${name} PROPERTIES COST ${cost})
    endif()
    math(EXPR cost "${cost} - 1")
endforeach()
