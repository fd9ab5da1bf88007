# The MPI engine: one source, built once for every MPI that is found by its compiler wrapper. Debian's names are looked
# for first; where there is only a plain mpicc, what it says decides. Without MPI the rest is built all the same.
#     linkbound_mpi_openmpi  liblinkbound-mpi-openmpi.so   linkbound_mpi_openmpi_static  liblinkbound-mpi-openmpi.a
#     linkbound_mpi_mpich    liblinkbound-mpi-mpich.so     ...
option(LB_MPI "Build the MPI engine where an MPI is found" ON)
set(LB_MPIS "")

# The wrapper's flags: -I for the includes, the rest for the linker.
function(lb_mpi_flags wrapper includes links)
    execute_process(COMMAND ${wrapper} -show OUTPUT_VARIABLE shown RESULT_VARIABLE failed ERROR_QUIET
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(found_includes "")
    set(found_links "")
    if(NOT failed)
        separate_arguments(words UNIX_COMMAND "${shown}")
        list(POP_FRONT words)
        foreach(word IN LISTS words)
            if(word MATCHES "^-I(.+)")
                list(APPEND found_includes ${CMAKE_MATCH_1})
            elseif(word MATCHES "^-[Ll]" OR word MATCHES "^-Wl,")
                list(APPEND found_links ${word})
            endif()
        endforeach()
    endif()
    set(${includes} "${found_includes}" PARENT_SCOPE)
    set(${links} "${found_links}" PARENT_SCOPE)
endfunction()

function(lb_add_mpi name wrapper launcher)
    lb_mpi_flags(${wrapper} includes links)
    if(NOT links)
        message(STATUS "MPI: ${wrapper} does not say how it compiles; left out")
        return()
    endif()
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/mpi/*.c)
    find_package(Threads REQUIRED)

    add_library(lb_mpi_${name} INTERFACE)
    target_include_directories(lb_mpi_${name} SYSTEM INTERFACE ${includes})
    target_link_libraries(lb_mpi_${name} INTERFACE ${links} Threads::Threads)

    set(target linkbound_mpi_${name})
    add_library(lb_mpi_objects_${name} OBJECT ${sources})
    set_target_properties(lb_mpi_objects_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(lb_mpi_objects_${name} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(lb_mpi_objects_${name} PRIVATE lb_flags lb_mpi_${name})

    add_library(${target} SHARED $<TARGET_OBJECTS:lb_mpi_objects_${name}>)
    add_library(${target}_static STATIC $<TARGET_OBJECTS:lb_mpi_objects_${name}>)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME linkbound-mpi-${name} EXPORT_NAME mpi_${name}
                          VERSION ${PROJECT_VERSION} SOVERSION ${lb_soversion} INSTALL_RPATH $ORIGIN) # in a private prefix, too
    set_target_properties(${target}_static PROPERTIES OUTPUT_NAME linkbound-mpi-${name} EXPORT_NAME mpi_${name}_static)
    foreach(library IN ITEMS ${target} ${target}_static)
        target_include_directories(${library} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                   $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
        target_include_directories(${library} SYSTEM PUBLIC ${includes})
    endforeach()
    target_link_libraries(${target} PUBLIC linkbound_shared ${links}
                          PRIVATE m Threads::Threads $<BUILD_INTERFACE:lb_flags>)
    target_link_libraries(${target}_static PUBLIC linkbound_static ${links} m Threads::Threads)
    if(NOT LB_SANITIZE)
        target_link_options(${target} PRIVATE -Wl,-z,defs) # as library.cmake has it
    endif()

    # The tool's companion: the tool's own objects, but for a few files (lb_cli_own) that src/cli/mpi has otherwise.
    file(GLOB own CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/mpi/*.c)
    add_library(lb_cli_main_${name} OBJECT ${PROJECT_SOURCE_DIR}/src/cli/main.c)
    target_compile_options(lb_cli_main_${name} PRIVATE -Dmain=cli_main -include
                           ${PROJECT_SOURCE_DIR}/src/cli/mpi/entry.h)
    target_include_directories(lb_cli_main_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(lb_cli_main_${name} PRIVATE lb_flags)
    add_executable(linkbound_tool_${name} ${own} $<TARGET_OBJECTS:lb_cli_main_${name}> $<TARGET_OBJECTS:lb_cli_objects>)
    set_target_properties(linkbound_tool_${name} PROPERTIES OUTPUT_NAME linkbound-mpi-${name}
                          RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    target_include_directories(linkbound_tool_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(linkbound_tool_${name} PRIVATE lb_papers ${target}_static lb_flags)

    set(LB_MPIS ${LB_MPIS} ${name} PARENT_SCOPE)
    set(LB_MPIRUN_${name} ${launcher} PARENT_SCOPE)
    set(LB_MPICC_${name} ${wrapper} PARENT_SCOPE)
    string(JOIN " " flat ${links})
    set(LB_MPI_LINKS_${name} "${flat}" PARENT_SCOPE)
    list(TRANSFORM includes PREPEND "-I")
    string(JOIN " " flat ${includes})
    set(LB_MPI_INCLUDES_${name} "${flat}" PARENT_SCOPE)
    message(STATUS "MPI: ${name} (${wrapper})")
endfunction()

if(LB_MPI AND NOT LB_FUZZ)
    foreach(name IN ITEMS openmpi mpich)
        find_program(LB_MPICC_PROGRAM_${name} mpicc.${name})
        find_program(LB_MPIRUN_PROGRAM_${name} NAMES mpirun.${name} mpiexec.${name})
        mark_as_advanced(LB_MPICC_PROGRAM_${name} LB_MPIRUN_PROGRAM_${name})
        # Sanitizers look at our code, which is the same for both; with threads MPI itself is none of their business.
        if(LB_MPICC_PROGRAM_${name} AND NOT (LB_SANITIZE AND LB_MPIS) AND NOT LB_SANITIZE STREQUAL "thread")
            lb_add_mpi(${name} ${LB_MPICC_PROGRAM_${name}} "${LB_MPIRUN_PROGRAM_${name}}")
        endif()
    endforeach()
    if(NOT LB_MPIS)
        find_program(LB_MPICC_PROGRAM mpicc)
        find_program(LB_MPIRUN_PROGRAM NAMES mpirun mpiexec)
        mark_as_advanced(LB_MPICC_PROGRAM LB_MPIRUN_PROGRAM)
        if(LB_MPICC_PROGRAM)
            execute_process(COMMAND ${LB_MPICC_PROGRAM} -show OUTPUT_VARIABLE shown ERROR_QUIET)
            if(shown MATCHES "mpich")
                lb_add_mpi(mpich ${LB_MPICC_PROGRAM} "${LB_MPIRUN_PROGRAM}")
            else()
                lb_add_mpi(openmpi ${LB_MPICC_PROGRAM} "${LB_MPIRUN_PROGRAM}")
            endif()
        endif()
    endif()
    if(NOT LB_MPIS)
        message(STATUS "MPI: none found (mpicc); liblinkbound-mpi is not built. "
                       "Debian: libopenmpi-dev openmpi-bin, or libmpich-dev mpich")
    endif()
endif()
