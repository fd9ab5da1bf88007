# One interface target, lb_flags, with what every object of this project is compiled and linked with.
add_library(lb_flags INTERFACE)
target_compile_options(lb_flags INTERFACE
    -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wvla -Wformat=2)
if(LB_WERROR)
    target_compile_options(lb_flags INTERFACE -Werror)
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
