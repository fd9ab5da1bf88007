#!/bin/bash
# Builds what the simulated networks need: build.sh BUILD CMAKE_BUILD
# The MPI engine, and what the drop-in learns by, are compiled as they are, by SimGrid's smpicc.
set -eu
[ $# -eq 2 ] || {
    echo "usage: build.sh BUILD CMAKE_BUILD" >&2
    exit 2
}
build=$1 library=$2/liblinkbound.a
root=$(cd "$(dirname "$0")/../.." && pwd)
if ! command -v smpicc >/dev/null || ! command -v smpirun >/dev/null; then
    echo "bench-sim: SimGrid is missing (smpicc, smpirun). Debian: apt-get install --no-install-recommends libsimgrid-dev" >&2
    exit 2
fi
mkdir -p "$build/objects"
for source in "$root"/src/mpi/*.c "$root/src/pmpi/lesson.c" "$root/bench/simgrid/sim.c"; do
    object=$build/objects/$(basename "$source" .c).o
    [ "$(basename "$source")" != plan_file.c ] || continue # reads other tools' schedules, with libraries of its own
    if [ ! -e "$object" ] || [ -n "$(find "$root/src/mpi" "$root/include" "$source" -newer "$object" -name '*.[ch]' -print -quit)" ]; then
        # SMPI's MPI_Add_error_string takes no const string.
        smpicc -std=c11 -O2 -Wall -Wno-discarded-qualifiers -I"$root/include" -I"$root/src" -c "$source" -o "$object"
        touch "$build/stale"
    fi
done
if [ -e "$build/stale" ] || [ "$library" -nt "$build/sim" ]; then
    smpicc "$build"/objects/*.o "$library" -lm -o "$build/sim"
    "${CC:-cc}" -std=c11 -O2 -Wall -I"$root/include" "$root/bench/simgrid/platform.c" "$library" -lm -o "$build/platform"
    rm -f "$build/stale"
fi
