#!/usr/bin/env bash
# linkbound exec: which MPI, which library, what mpirun is told; with launchers that only say what they were told.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
unset LINKBOUND_NETWORK LINKBOUND_COLLECTIVES LINKBOUND_SUMMARY LINKBOUND_NONBLOCKING LINKBOUND_WITHOUT LD_PRELOAD

refused 2 "^linkbound: exec: an argument is missing; usage: linkbound exec" exec --network cube:3
refused 2 "^linkbound: exec: an argument is missing" exec --network cube:3 --
refused 2 "which network\\? --network cube:6" exec mpirun
refused 2 "'cube:x' is not a network" exec --network cube:x mpirun
refused 2 "exec does not take --root" exec --root 3 mpirun
refused 2 "no telling which MPI 'true' belongs to: --mpi openmpi or --mpi mpich" exec --network cube:3 true
refused 2 "no telling which MPI '/no/such/thing'" exec --network cube:3 /no/such/thing
refused 2 "--mpi 'lam'" exec --network cube:3 --mpi lam true

launcher() { # NAME, what it says of its version
    printf '#!/bin/sh\n[ "$1" != --version ] || { echo "%s"; exit; }\n%s\n' "$2" \
        'printf "<%s>" "$@"; echo; env | grep -E "^(LINKBOUND_[A-Z]*|LD_PRELOAD)=" | sort' >"$work/$1"
    chmod +x "$work/$1"
}
launcher mpirun "mpirun (Open MPI) 9.9"
launcher mpiexec "HYDRA build details:"
launcher mpirun.lam "LAM"

# The tool with libraries beside it.
cp "$LINKBOUND" "$work/linkbound"
LINKBOUND=$work/linkbound
refused 2 "liblinkbound-pmpi-openmpi.so is not there" exec --network cube:3 "$work/mpirun" -n 8 ./program
for mpi in openmpi mpich; do
    echo 'int nothing;' | "$CC" -shared -fPIC -x c - -o "$work/liblinkbound-pmpi-$mpi.so"
done

works exec --network cube:3 -- "$work/mpirun" -n 8 ./program --flag
says "^<-x><LD_PRELOAD=$work/liblinkbound-pmpi-openmpi.so><-x><LINKBOUND_NETWORK><-n><8><./program><--flag>$"
says "^LINKBOUND_NETWORK=cube:3$"
# Programs of several parts: mpirun of Open MPI must be told for each.
works exec --network cube:3 -- "$work/mpirun" -n 6 ./program : -n 2 ./other :
part="<-x><LD_PRELOAD=$work/liblinkbound-pmpi-openmpi.so><-x><LINKBOUND_NETWORK>"
says "^$part<-n><6><./program><:>$part<-n><2><./other><:>$part$"
! grep -q "^LD_PRELOAD=" "$work/out" || wrong "mpirun itself has it"
works exec --network cube:3 -- "$work/mpirun" --app file
says "^LD_PRELOAD=$work/liblinkbound-pmpi-openmpi.so$"
works exec --network cube:3 -- "$work/mpiexec" -n 6 ./program : -n 2 ./other
says "^<-genv><LD_PRELOAD><$work/liblinkbound-pmpi-mpich.so><-genv><LINKBOUND_NETWORK><cube:3><-n><6><./program><:><-n><2><./other>$"
works exec --network 4x4 --summary "$work/mpiexec" -n 16 ./program
says "^<-genv><LD_PRELOAD><$work/liblinkbound-pmpi-mpich.so><-genv><LINKBOUND_NETWORK><4x4><-genv><LINKBOUND_SUMMARY><1><-n><16><./program>$"
says "^LINKBOUND_SUMMARY=1$"
works exec --network 4x4 --nonblocking --collectives=-scan,default,alltoallv "$work/mpiexec" -n 16 ./program
says "^LINKBOUND_NONBLOCKING=1$"
says "^LINKBOUND_COLLECTIVES=-scan,default,alltoallv$"
works exec --network 4x4 --collectives all "$work/mpirun" -n 16 ./program
says "<-x><LINKBOUND_COLLECTIVES>"
works exec --network 4x4 --without "0-1,3>7" "$work/mpirun" -n 16 ./program
says "<-x><LINKBOUND_WITHOUT>"
says "^LINKBOUND_WITHOUT=0-1,3>7$"
refused 2 "no link from 0 to 5" exec --network 4x4 --without 0-5 "$work/mpirun"
refused 2 "--without: cannot read 'x'" exec --network 4x4 --without x "$work/mpirun"
echo "linkbound-profile 1" >"$work/links.profile"
(cd "$work" && works exec --network 4x4 --profile links.profile "$work/mpiexec" -n 16 ./program)
says "^LINKBOUND_PROFILE=$(readlink -f "$work")/links.profile$"
works exec --network 4x4 --profile none "$work/mpiexec" -n 16 ./program
says "^LINKBOUND_PROFILE=none$"
refused 2 "^linkbound: exec: --profile: /no/such/file: No such file or directory$" exec --network 4x4 --profile /no/such/file "$work/mpiexec"
refused 2 "^linkbound: exec: --collectives: there is no 'alltoalls'$" exec --network 4x4 --collectives bcast,alltoalls "$work/mpiexec"
refused 2 "^linkbound: exec: --collectives: there is no '-'$" exec --network 4x4 --collectives=- "$work/mpiexec"
refused 2 "^linkbound: exec: --collectives: there is no '-all'$" exec --network 4x4 --collectives=-all "$work/mpiexec"
LINKBOUND_NETWORK=ring:5 works exec --mpi mpich env
says "^LD_PRELOAD=$work/liblinkbound-pmpi-mpich.so$"
says "^LINKBOUND_NETWORK=ring:5$"
refused 2 "no telling which MPI" exec --network cube:3 "$work/mpirun.lam"
refused 2 "/no/such/thing: No such file" exec --network cube:3 --mpi mpich /no/such/thing

finish
