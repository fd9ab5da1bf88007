# make install, cmake --install: libraries, headers, tool, man pages, completions, package config, pkg-config file.
# Everything is relocatable: --prefix may be chosen when installing.
include(CMakePackageConfigHelpers)

install(TARGETS linkbound_static linkbound_shared EXPORT linkbound-targets)
install(FILES ${PROJECT_SOURCE_DIR}/include/linkbound.h ${PROJECT_SOURCE_DIR}/include/linkbound-matrix.h
        ${PROJECT_SOURCE_DIR}/include/linkbound-tree.h ${PROJECT_SOURCE_DIR}/include/linkbound-draw.h
        ${PROJECT_SOURCE_DIR}/include/linkbound-export.h ${PROJECT_SOURCE_DIR}/include/linkbound-run.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET linkbound_tool)
    install(TARGETS linkbound_tool)
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

set(lb_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/linkbound)
install(EXPORT linkbound-targets NAMESPACE linkbound:: DESTINATION ${lb_config_dir})
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
