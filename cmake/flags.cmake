# One interface target, lb_flags, with what every object of this project is compiled and linked with.
add_library(lb_flags INTERFACE)
target_compile_options(lb_flags INTERFACE
    -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wvla -Wformat=2)
if(LB_WERROR)
    target_compile_options(lb_flags INTERFACE -Werror)
endif()

# Two builds in different folders give the same bits (tools/reproducible), at a price: a debugger must be told where the
# sources are (gdb: directory /path/to/linkbound).
if(LB_REPRODUCIBLE)
    set(lb_prefix_maps -ffile-prefix-map=${PROJECT_SOURCE_DIR}=. -ffile-prefix-map=${PROJECT_BINARY_DIR}=.)
    target_compile_options(lb_flags INTERFACE ${lb_prefix_maps})
endif()

if(LB_SANITIZE)
    list(JOIN LB_SANITIZE "," lb_sanitizers)
    set(lb_sanitizers "-fsanitize=${lb_sanitizers}")
    target_compile_options(lb_flags INTERFACE ${lb_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(lb_flags INTERFACE ${lb_sanitizers})
endif()

if(LB_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "LB_FUZZ needs clang: configure with -DCMAKE_C_COMPILER=clang, or cmake --preset fuzz")
    endif()
    target_compile_options(lb_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
