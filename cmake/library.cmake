# The core: one set of objects, two libraries, one tool. The objects are position independent for both libraries: with
# hidden visibility that costs nothing measurable.
set(lb_sources)
foreach(folder IN ITEMS base net find task tree flow plan file algo/* matrix bound check planner import run draw export)
    file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.c)
    list(APPEND lb_sources ${found})
endforeach()

add_library(lb_objects OBJECT ${lb_sources})
set_target_properties(lb_objects PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_link_libraries(lb_objects PRIVATE lb_flags)
target_compile_definitions(lb_objects PRIVATE LB_VERSION="${PROJECT_VERSION}")
target_include_directories(lb_objects PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
# Loops over elements that are worth vector instructions. Clang says so where it cannot: under a sanitizer.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/run/operators.c ${PROJECT_SOURCE_DIR}/src/import/causes.c PROPERTIES COMPILE_OPTIONS
                            "$<$<NOT:$<CONFIG:Debug>>:-O3>;$<$<C_COMPILER_ID:Clang>:-Wno-pass-failed>")
if(LB_FUZZ)
    # Fuzzers look for what a file can do to those who read it. What only makes plans has its own tests under the same
    # sanitizers; without them here it is compiled in a quarter of the time.
    set(lb_not_reading ${lb_sources})
    list(FILTER lb_not_reading EXCLUDE REGEX "/src/(base|net|task|plan|file|check|import|planner|algo/common)/")
    set_property(SOURCE ${lb_not_reading} APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=all)
endif()

if(LB_SANITIZE MATCHES "address" AND NOT LB_FUZZ)
    # Its tests spend their time in the library; the rest, the tests themselves above all, is compiled sooner without.
    target_compile_options(lb_objects PRIVATE -O2)
endif()

if(LB_SANITIZE STREQUAL "thread")
    # Races are looked for where threads meet. A plan is made by one thread, which under ThreadSanitizer took nine tenths
    # of the time.
    set(lb_not_threads ${lb_sources})
    list(FILTER lb_not_threads EXCLUDE REGEX "/src/(base|net|task|plan|run)/")
    set_property(SOURCE ${lb_not_threads} APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=thread -O2)
endif()

include(${PROJECT_SOURCE_DIR}/cmake/chakra.cmake)

# Before 1.0 a minor version may change the interface: the linker must see it (docs/stability.md).
set(lb_soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

add_library(linkbound_static STATIC $<TARGET_OBJECTS:lb_objects> ${lb_chakra_objects})
add_library(linkbound_shared SHARED $<TARGET_OBJECTS:lb_objects> ${lb_chakra_objects})
add_library(linkbound::static ALIAS linkbound_static)
add_library(linkbound::linkbound ALIAS linkbound_shared)
set_target_properties(linkbound_static PROPERTIES OUTPUT_NAME linkbound EXPORT_NAME static)
set_target_properties(linkbound_shared PROPERTIES OUTPUT_NAME linkbound EXPORT_NAME linkbound
                      VERSION ${PROJECT_VERSION} SOVERSION ${lb_soversion})
foreach(library IN ITEMS linkbound_static linkbound_shared)
    target_include_directories(${library} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
# $<BUILD_INTERFACE> keeps our own flags out of what is installed.
target_link_libraries(linkbound_shared PRIVATE $<BUILD_INTERFACE:lb_flags> ${lb_chakra_links})
target_link_libraries(linkbound_static INTERFACE ${lb_chakra_links})
if(NOT LB_SANITIZE AND NOT LB_FUZZ)
    # A forgotten library shows here, not in a user's program. (Sanitizer runtimes are found only in the program.)
    target_link_options(linkbound_shared PRIVATE -Wl,-z,defs)
endif()

# The papers, made again, and what they and the tool put things out with: between the library and the tool.
file(GLOB lb_papers_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/papers/*.c ${PROJECT_SOURCE_DIR}/src/out/*.c)
add_library(lb_papers STATIC EXCLUDE_FROM_ALL ${lb_papers_sources})
target_include_directories(lb_papers PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(lb_papers PRIVATE lb_flags PUBLIC linkbound_static m)

file(GLOB lb_cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/*.c)
if(lb_cli_sources AND NOT LB_FUZZ)
    # What the tool shares with its companions for MPI (cmake/mpi.cmake), and what they have otherwise.
    set(lb_cli_own main.c mpi_exec.c trial_run.c tune.c discover.c)
    list(TRANSFORM lb_cli_own PREPEND ${PROJECT_SOURCE_DIR}/src/cli/)
    list(REMOVE_ITEM lb_cli_sources ${lb_cli_own})
    add_library(lb_cli_objects OBJECT ${lb_cli_sources})
    target_include_directories(lb_cli_objects PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(lb_cli_objects PRIVATE lb_flags)

    add_executable(linkbound_tool ${lb_cli_own} $<TARGET_OBJECTS:lb_cli_objects>)
    set_target_properties(linkbound_tool PROPERTIES OUTPUT_NAME linkbound
                          RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    target_include_directories(linkbound_tool PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(linkbound_tool PRIVATE lb_papers linkbound_static lb_flags m)
    # Where the installed tool finds the explorer, as seen from its own folder.
    cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_DATADIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_BINDIR}
               OUTPUT_VARIABLE lb_data_from_bin)
    set_source_files_properties(${PROJECT_SOURCE_DIR}/src/cli/cmd_explore.c PROPERTIES COMPILE_DEFINITIONS
                                LB_PAGE_FROM_BIN="${lb_data_from_bin}/linkbound/explorer.html")
    # And the drop-in.
    cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_BINDIR}
               OUTPUT_VARIABLE lb_lib_from_bin)
    set_source_files_properties(${PROJECT_SOURCE_DIR}/src/cli/cmd_exec.c PROPERTIES COMPILE_DEFINITIONS
                                LB_LIB_FROM_BIN="${lb_lib_from_bin}")
endif()
