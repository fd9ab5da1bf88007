# make install, cmake --install: libraries, headers, tool, man pages, completions, module files, package config, pkg-config file.
# Everything is relocatable: --prefix may be chosen when installing.
include(CMakePackageConfigHelpers)

install(TARGETS linkbound_static linkbound_shared EXPORT linkbound-targets)
install(FILES ${PROJECT_SOURCE_DIR}/include/linkbound.h ${PROJECT_SOURCE_DIR}/include/linkbound-matrix.h
              ${PROJECT_SOURCE_DIR}/include/linkbound-find.h ${PROJECT_SOURCE_DIR}/include/linkbound-import.h
        ${PROJECT_SOURCE_DIR}/include/linkbound-tree.h ${PROJECT_SOURCE_DIR}/include/linkbound-draw.h
        ${PROJECT_SOURCE_DIR}/include/linkbound-export.h ${PROJECT_SOURCE_DIR}/include/linkbound-run.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET linkbound_tool)
    install(TARGETS linkbound_tool)
endif()

# The MPI engine, for every MPI that was found; the tool's companions where the tool looks for them.
foreach(mpi IN LISTS LB_MPIS)
    install(TARGETS linkbound_mpi_${mpi} linkbound_mpi_${mpi}_static EXPORT linkbound-mpi-${mpi}-targets)
    install(TARGETS linkbound_tool_${mpi} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/linkbound)
endforeach()
if(LB_MPIS)
    install(FILES ${PROJECT_SOURCE_DIR}/include/linkbound-mpi.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()

foreach(section IN ITEMS 1 3 5 7)
    file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/man/*.${section})
    install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/completions/linkbound.bash RENAME linkbound OPTIONAL
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${PROJECT_SOURCE_DIR}/completions/_linkbound OPTIONAL
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
# The explorer where it has been built (make explorer).
install(FILES ${PROJECT_BINARY_DIR}/explorer.html OPTIONAL DESTINATION ${CMAKE_INSTALL_DATADIR}/linkbound)

# The Python package, where python3 looks for it in the prefix: Debian's in lib/python3 of /usr, else by its version.
# Debian's own is preferred to another that comes first in PATH.
find_program(LB_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(LB_PYTHON python3)
set(LB_PYTHON_DIR "" CACHE STRING "Where the Python package goes, below the prefix; empty: where python3 looks")
set(lb_python_dir lib/python3/dist-packages)
if(LB_PYTHON)
    execute_process(COMMAND ${LB_PYTHON} -c "import sysconfig; print(sysconfig.get_path('purelib'))"
                    OUTPUT_VARIABLE lb_purelib OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(lb_purelib MATCHES "/(lib[^/]*/python3[^/]*/[a-z]+-packages)$")
        set(lb_python_dir ${CMAKE_MATCH_1})
    endif()
endif()
install(CODE "
    set(folder \"${LB_PYTHON_DIR}\")
    if(NOT folder)
        set(folder ${lb_python_dir})
        if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\" AND folder MATCHES dist-packages)
            set(folder lib/python3/dist-packages)
        endif()
    endif()
    file(INSTALL DESTINATION \"\${CMAKE_INSTALL_PREFIX}/\${folder}\" TYPE DIRECTORY
         FILES \"${PROJECT_SOURCE_DIR}/python/linkbound\" PATTERN __pycache__ EXCLUDE)")

# Environment modules, for Lmod and for Environment Modules: module use PREFIX/share/modulefiles.
foreach(kind IN ITEMS lua tcl)
    configure_file(packaging/modules/linkbound.${kind}.in modules/linkbound.${kind} @ONLY)
endforeach()
set(lb_modules ${CMAKE_INSTALL_DATADIR}/modulefiles/linkbound)
install(FILES ${PROJECT_BINARY_DIR}/modules/linkbound.lua DESTINATION ${lb_modules} RENAME ${PROJECT_VERSION}.lua)
install(FILES ${PROJECT_BINARY_DIR}/modules/linkbound.tcl DESTINATION ${lb_modules} RENAME ${PROJECT_VERSION})

set(lb_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/linkbound)
install(EXPORT linkbound-targets NAMESPACE linkbound:: DESTINATION ${lb_config_dir})
foreach(mpi IN LISTS LB_MPIS)
    install(EXPORT linkbound-mpi-${mpi}-targets NAMESPACE linkbound:: DESTINATION ${lb_config_dir})
endforeach()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/linkbound-config.cmake.in linkbound-config.cmake
                              INSTALL_DESTINATION ${lb_config_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(linkbound-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/linkbound-config.cmake ${PROJECT_BINARY_DIR}/linkbound-config-version.cmake
        DESTINATION ${lb_config_dir})

# The .pc file finds its prefix from where it lies, so it too may be moved.
set(lb_pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${lb_pc_dir}
           OUTPUT_VARIABLE LB_PC_UP)
configure_file(${PROJECT_SOURCE_DIR}/cmake/linkbound.pc.in linkbound.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/linkbound.pc DESTINATION ${lb_pc_dir})
foreach(mpi IN LISTS LB_MPIS)
    set(LB_PC_MPI ${mpi})
    set(LB_PC_INCLUDES "${LB_MPI_INCLUDES_${mpi}}")
    set(LB_PC_LINKS "${LB_MPI_LINKS_${mpi}}")
    configure_file(${PROJECT_SOURCE_DIR}/cmake/linkbound-mpi.pc.in linkbound-mpi-${mpi}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/linkbound-mpi-${mpi}.pc DESTINATION ${lb_pc_dir})
endforeach()
