#!/usr/bin/env bash
# Programs of several parts, of which some have the drop-in and others have not, or other settings: everything goes on, or
# ends with a line that tells. START starts programs of MPI; WITH are its options that preload the drop-in into one part;
# BROKEN is an MPI that fails, to be preloaded behind it; PROGRAM is plain.c's.
# shellcheck source=tests/pmpi/lib.bash
. "$(dirname "$0")/lib.bash"
run() {
    status=0
    timeout 400 "$@" >"$work/out" 2>&1 || status=$?
    [ $status -ne 124 ] || wrong "it hangs: $*"
}
set_to() { # NAME VALUE
    [ "$MPI" = mpich ] && echo "-env $1 $2" || echo "-x $1=$2"
}
# shellcheck disable=SC2153 # they come from outside
read -ra start <<<"$START" && read -ra with <<<"$WITH"
export LINKBOUND_NETWORK=cube:2 LINKBOUND_SUMMARY=1 LINKBOUND_TIMEOUT=20
unset LINKBOUND_MINIMUM LINKBOUND_COLLECTIVES

# linkbound exec reaches all parts.
run "$LINKBOUND" exec --network cube:2 --mpi "$MPI" -- "${start[@]}" -n 2 "$PROGRAM" : -n 1 "$PROGRAM" : -n 1 "$PROGRAM"
[ $status -eq 0 ] || wrong "three parts: status $status"
grep -q "^plain: 0 failures" "$work/out" || wrong "three parts: no result"
grep -qE '^linkbound: +allreduce +2 +1 +320000' "$work/out" || wrong "three parts: not taken"

# Without it in some, whichever.
export LINKBOUND_TIMEOUT=0.5 # of which MPI_Init makes five seconds
ends() { # whom it must name
    [ $status -ne 0 ] || wrong "it does not fail"
    [ "$(grep -c "^linkbound: $1 without the drop-in (no answer for 5 s" "$work/out")" -eq 1 ] || wrong "no line, or several: $1"
}
run "${start[@]}" -n 2 "${with[@]}" "$PROGRAM" : -n 2 "$PROGRAM"
ends "ranks 2, 3 run"
run "${start[@]}" -n 1 "$PROGRAM" : -n 3 "${with[@]}" "$PROGRAM"
ends "rank 0 runs"
# What these begin with must not meet what the others ask with.
run "${start[@]}" -n 2 "${with[@]}" "$PROGRAM" dup : -n 2 "$PROGRAM" dup
ends "ranks 2, 3 run"

# Where MPI itself fails, nobody is said to be without it.
read -ra broken <<<"$WITH:$BROKEN"
run "${start[@]}" -n 4 "${broken[@]}" "$PROGRAM"
[ $status -ne 0 ] || wrong "it does not fail"
grep -q "^linkbound: rank [0-3] cannot find out .* since MPI fails (.*); ending$" "$work/out" || wrong "no line about what fails"
! grep -q "without the drop-in (no answer" "$work/out" || wrong "somebody is said to be without it"

# With other settings.
export LINKBOUND_TIMEOUT=20
goes_on() { # what it must say
    [ $status -eq 0 ] || wrong "status $status"
    grep -q "^plain: 0 failures" "$work/out" || wrong "no result"
    [ "$(grep -c "^linkbound: $1; MPI's own collectives are used$" "$work/out")" -eq 1 ] || wrong "no line, or several: $1"
}
read -ra off <<<"$(set_to LINKBOUND_DISABLE 1)"
run "${start[@]}" -n 3 "${with[@]}" "$PROGRAM" : -n 1 "${with[@]}" "${off[@]}" "$PROGRAM"
goes_on "LINKBOUND_DISABLE is set for some processes only"
read -ra other <<<"$(set_to LINKBOUND_MINIMUM 5)"
read -ra another <<<"$(set_to LINKBOUND_MINIMUM 50000)"
run "${start[@]}" -n 2 "${with[@]}" "${other[@]}" "$PROGRAM" : -n 2 "${with[@]}" "${another[@]}" "$PROGRAM"
goes_on "LINKBOUND_MINIMUM is not the same for all processes"
# Who has none takes rank 0's.
run "${start[@]}" -n 2 "${with[@]}" "${other[@]}" "$PROGRAM" : -n 2 "${with[@]}" "$PROGRAM"
[ $status -eq 0 ] || wrong "status $status"
grep -q '^linkbound: rank 0 on .*, calls of at least 5 bytes' "$work/out" || wrong "rank 0's setting is not taken"

# No number of seconds: said, and no harm.
LINKBOUND_TIMEOUT=99999999999999999999999 run "${start[@]}" -n 4 "${with[@]}" "$PROGRAM"
[ "$(grep -c "^linkbound: LINKBOUND_TIMEOUT: '9*' is too large; MPI's own collectives are used$" "$work/out")" -eq 1 ] ||
    wrong "no word, or several, about the time limit"
[ $status -eq 0 ] || wrong "status $status"
