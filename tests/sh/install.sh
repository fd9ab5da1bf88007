#!/usr/bin/env bash
# Installs into a fresh prefix, builds the example against it every way a user would, and looks at what is exported.
set -euo pipefail
: "${SRC:?}" "${BUILD:?}"
cmake=${CMAKE:-cmake}
cc=${CC:-cc}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
prefix="$dir/pre fix" # a blank, as in some people's home
unset DESTDIR

die() {
    echo "install.sh: $*" >&2
    exit 1
}

"$cmake" --install "$BUILD" --prefix "$prefix" >"$dir/log" || die "cmake --install failed: $(cat "$dir/log")"
for file in include/linkbound.h include/linkbound-matrix.h include/linkbound-find.h include/linkbound-tree.h include/linkbound-run.h bin/linkbound lib/liblinkbound.a lib/liblinkbound.so \
    lib/pkgconfig/linkbound.pc lib/cmake/linkbound/linkbound-config.cmake; do
    # Where the library directory is multiarch, lib/ stands for it.
    [ -e "$prefix/$file" ] || compgen -G "$prefix/${file/lib\//lib*/}" >/dev/null ||
        compgen -G "$prefix/${file/lib\//lib/*/}" >/dev/null || die "$file was not installed"
done
so=$(find "$prefix" -name liblinkbound.so)
libdir=$(dirname "$so")
shopt -s nullglob
for page in "$SRC"/man/*.[1357]; do
    [ -e "$prefix/share/man/man${page##*.}/${page##*/}" ] || die "${page##*/} was not installed"
done
"$prefix/bin/linkbound" help >"$dir/help" || die "the installed tool does not run"
[ -s "$dir/help" ] || die "the installed tool prints no help"

# Environment modules name folders of this prefix, wherever it is: what a shell would do, taken from the files themselves.
modules=$prefix/share/modulefiles
version=$("$prefix/bin/linkbound" --version | grep -o '[0-9][0-9.]*' | head -n 1)
for file in "$modules/linkbound/$version" "$modules/linkbound/$version.lua"; do
    [ -e "$file" ] || die "${file##*/} was not installed"
    ! grep -q '@' "$file" || die "$file was not filled in"
done
lmod=/usr/share/lmod/lmod/libexec/lmod
if [ -x $lmod ]; then
    said=$(MODULEPATH=$modules $lmod bash load linkbound 2>&1) || die "lmod: $said"
    found=$(eval "$said"; command -v linkbound) || die "lmod: no linkbound in PATH: $said"
    [ "$found" = "$prefix/bin/linkbound" ] || die "lmod took $found"
fi

# The Python package finds the library of its prefix.
package=$(find "$prefix" -type d -path '*python3*-packages/linkbound')
[ -e "$package/py.typed" ] || die "the Python package was not installed"
python=/usr/bin/python3
[ -x $python ] || python=python3
if command -v $python >/dev/null; then
    said=$(cd / && env -u LINKBOUND_LIBRARY PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="${package%/*}" $python -c '
import linkbound
print(linkbound.plan("alltoall", "cube:3").steps, linkbound._lib.lib._dll._name)') || die "the Python package does not work"
    [[ $said == "4 $libdir/liblinkbound.so"* ]] || die "the Python package took another library: $said"
fi

# The example must say the same whichever way it was built.
expect=
run() { # how, program
    local said
    said=$(LD_LIBRARY_PATH="$libdir" "$2") || die "$1: the example failed: $said"
    [ -n "$said" ] || die "$1: the example said nothing"
    [ -z "$expect" ] || [ "$said" = "$expect" ] || die "$1: said '$said', not '$expect'"
    expect=$said
}
uses_shared() { # no pipe: grep -q would leave early, and pipefail blame ldd for it
    local needs
    needs=$(ldd "$1") || die "ldd $1 failed"
    [[ $needs == *liblinkbound.so* ]]
}

"$cmake" -S "$SRC/examples" -B "$dir/b" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" >"$dir/log" 2>&1 &&
    "$cmake" --build "$dir/b" >>"$dir/log" 2>&1 || die "find_package: $(cat "$dir/log")"
run "find_package, shared" "$dir/b/hello"
run "find_package, static" "$dir/b/hello_static"
uses_shared "$dir/b/hello" || die "linkbound::linkbound is not the shared library"
! uses_shared "$dir/b/hello_static" || die "linkbound::static is not the static library"
said=$(LD_LIBRARY_PATH="$libdir" "$dir/b/threads") || die "the example of threads failed: $said"
[ "$(printf '%s\n' "$said" | tail -n 1)" = "round 4: mean 49.993, largest 100" ] || die "threads: said '$said'"

export PKG_CONFIG_PATH="$libdir/pkgconfig"
flags=()
eval "flags=($(pkg-config --cflags --libs linkbound))" # eval: pkg-config quotes the blank for the shell
"$cc" "$SRC/examples/hello.c" "${flags[@]}" -o "$dir/shared"
run "pkg-config, shared" "$dir/shared"
uses_shared "$dir/shared" || die "pkg-config did not give the shared library"
eval "flags=($(pkg-config --static --cflags --libs linkbound))"
"$cc" -static "$SRC/examples/hello.c" "${flags[@]}" -o "$dir/static"
run "pkg-config, static" "$dir/static"

# One version everywhere.
printf '#include <linkbound.h>\nint main(void) { return puts(lb_version()) < 0; }\n' >"$dir/version.c"
"$cc" -static "$dir/version.c" "${flags[@]}" -o "$dir/version"
[ "$("$dir/version")" = "$(pkg-config --modversion linkbound)" ] ||
    die "lb_version() is $("$dir/version"), the package is $(pkg-config --modversion linkbound)"

# The headers serve C++ and a strict C compiler, each by itself.
for header in "$prefix"/include/linkbound*.h; do
    [ "${header##*/}" != linkbound-mpi.h ] || continue # needs mpi.h: below
    "$cc" -std=c11 -pedantic-errors -Wall -Wextra -Werror -fsyntax-only -x c "$header"
    for cxx in clang++ g++ c++; do
        command -v "$cxx" >/dev/null || continue
        "$cxx" -Wall -Wextra -Werror -Wno-pragma-once-outside-header -fsyntax-only -x c++ "$header" ||
            die "$header is not C++"
        break
    done
done

# The shared library exports exactly what the headers declare.
nm -D --defined-only "$so" | awk '{ print $NF }' | sort -u >"$dir/exported"
cat "$prefix"/include/linkbound*.h | tr '\n' ' ' | grep -o 'LB_API [^;]*' | grep -o 'lb_[a-z0-9_]*(' | tr -d '(' | sort -u >"$dir/declared"
[ -s "$dir/declared" ] || die "no LB_API declarations found in the headers"
comm -13 "$dir/declared" "$dir/exported" >"$dir/extra"
comm -23 "$dir/declared" "$dir/exported" >"$dir/lacking"
[ ! -s "$dir/extra" ] || die "exported but not declared in a header: $(cat "$dir/extra")"
[ ! -s "$dir/lacking" ] || die "declared in a header but not exported: $(cat "$dir/lacking")"
awk '!/^lb_/ { exit 1 }' "$dir/exported" || die "a name is exported that does not begin with lb_"
# So does the MPI library, for each MPI that was found; and an example builds and runs with it.
for so in "$libdir"/liblinkbound-mpi-*.so; do
    mpi=${so##*-mpi-} mpi=${mpi%.so}
    needs=$(env -u LD_LIBRARY_PATH ldd "$so") || die "ldd $so failed"
    [[ $needs == *"liblinkbound.so.${version%.*} => $libdir/"* ]] || die "$so does not find liblinkbound beside it: $needs"
    eval "flags=($(pkg-config --cflags "linkbound-mpi-$mpi"))"
    "$cc" -E -P "${flags[@]}" -x c "$prefix/include/linkbound-mpi.h" | tr '\n' ' ' | # some are declared by a macro
        grep -o '("default"))) [^;]*' | grep -o 'lb_mpi_[a-z0-9_]*(' | tr -d '(' | sort -u >"$dir/declared"
    nm -D --defined-only "$so" | awk '{ print $NF }' | sort -u >"$dir/exported-mpi"
    diff "$dir/declared" "$dir/exported-mpi" >"$dir/diff" || die "$mpi: declared and exported differ: $(cat "$dir/diff")"
    eval "flags=($(pkg-config --cflags --libs "linkbound-mpi-$mpi"))"
    "$cc" -std=c11 -Wall -Wextra -Werror "$SRC/examples/mpi_allreduce.c" "${flags[@]}" -lm -o "$dir/fit-$mpi"
    eval "flags=($(pkg-config --cflags "linkbound-mpi-$mpi"))"
    "$cc" -std=c11 -Wall -Wextra -Werror -fsyntax-only "${flags[@]}" -x c "$prefix/include/linkbound-mpi.h" ||
        die "$mpi: linkbound-mpi.h does not serve by itself"
    for cxx in clang++ g++ c++; do
        command -v "$cxx" >/dev/null || continue
        "$cxx" -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -Wall -Wextra -Werror -Wno-pragma-once-outside-header -fsyntax-only \
            "${flags[@]}" -x c++ "$prefix/include/linkbound-mpi.h" || die "$mpi: linkbound-mpi.h is not C++"
        break
    done
    LD_LIBRARY_PATH="$libdir" "$dir/fit-$mpi" >"$dir/log" || die "$mpi: the example failed: $(cat "$dir/log")"
    [ -x "$prefix/libexec/linkbound/linkbound-mpi-$mpi" ] || die "the companion for $mpi was not installed"
done

echo "install.sh: $(wc -l <"$dir/exported") functions exported; $expect"
