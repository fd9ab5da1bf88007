# Writing Chakra traces, where protobuf-c (library, headers and compiler) is there; else the export says so and refuses.
option(LB_CHAKRA "Write Chakra traces, if protobuf-c is there" ON)
set(lb_chakra_objects)
set(lb_chakra_links)
if(LB_CHAKRA)
    find_path(LB_PROTOBUF_C_INCLUDE protobuf-c/protobuf-c.h)
    find_library(LB_PROTOBUF_C protobuf-c)
    find_program(LB_PROTOC_C protoc-c)
endif()
if(LB_CHAKRA AND LB_PROTOBUF_C_INCLUDE AND LB_PROTOBUF_C AND LB_PROTOC_C)
    set(lb_chakra_made ${PROJECT_BINARY_DIR}/chakra)
    file(MAKE_DIRECTORY ${lb_chakra_made})
    add_custom_command(
        OUTPUT ${lb_chakra_made}/chakra.pb-c.c ${lb_chakra_made}/chakra.pb-c.h
        COMMAND ${LB_PROTOC_C} --c_out=${lb_chakra_made} -I${PROJECT_SOURCE_DIR}/src/import
                ${PROJECT_SOURCE_DIR}/src/import/chakra.proto
        DEPENDS ${PROJECT_SOURCE_DIR}/src/import/chakra.proto
        COMMENT "Generating Chakra's messages")
    # Not our code: without our warnings.
    add_library(lb_chakra OBJECT ${lb_chakra_made}/chakra.pb-c.c ${lb_chakra_made}/chakra.pb-c.h)
    set_target_properties(lb_chakra PROPERTIES POSITION_INDEPENDENT_CODE ON C_EXTENSIONS ON)
    target_include_directories(lb_chakra PRIVATE ${LB_PROTOBUF_C_INCLUDE})
    target_compile_options(lb_chakra PRIVATE -w ${lb_prefix_maps})
    add_dependencies(lb_objects lb_chakra)
    target_compile_definitions(lb_objects PRIVATE LB_HAVE_CHAKRA)
    target_include_directories(lb_objects SYSTEM PRIVATE ${lb_chakra_made} ${LB_PROTOBUF_C_INCLUDE})
    set(lb_chakra_objects $<TARGET_OBJECTS:lb_chakra>)
    # Only for programs that use it: others have one library less to load.
    set(lb_chakra_links -Wl,--push-state,--as-needed,${LB_PROTOBUF_C},--pop-state)
    set(LB_PC_PRIVATE "Libs.private: -lprotobuf-c")
    message(STATUS "Chakra traces: with ${LB_PROTOBUF_C}")
else()
    message(STATUS "Chakra traces: built without Chakra, protobuf-c is not there")
endif()
