#!/usr/bin/env bash
# The tool as it is shipped (optimised, no sanitizer) under valgrind, on a sample of what it does.
set -euo pipefail
: "${LINKBOUND:?}"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

memcheck() { # expected exit code, arguments of the tool
    local want=$1 got=0
    shift
    valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible \
        "$LINKBOUND" "$@" >"$dir/out" 2>"$dir/err" || got=$?
    if [ "$got" -ne "$want" ]; then
        echo "valgrind.sh: linkbound $*: exit $got, not $want"
        cat "$dir/err"
        exit 1
    fi
}

memcheck 0 help
memcheck 0 list
memcheck 0 demo
memcheck 0 bound alltoall 3x4
memcheck 0 papers 000 --most 4
memcheck 0 papers 001 --most 2
memcheck 0 simulate allreduce cube:3 --bytes 1K --tau 1 --beta 1 --json
memcheck 0 run alltoall cube:3 --bytes 2000 --count 2
memcheck 0 run allreduce 3x2 --bytes 100 --count 2 --tau 1 --beta 10
memcheck 0 run scan cube:2 --bytes 16 --count 1
memcheck 0 matrix transpose cube:2 --size 9 --tau 1 --beta 1
memcheck 0 plan allgather cube:4 -o "$dir/plan"
memcheck 0 check "$dir/plan"
head -n 3 "$dir/plan" >"$dir/cut"
memcheck 1 check "$dir/cut"
printf '{"linkbound":1,' >"$dir/broken"
memcheck 2 check "$dir/broken"
memcheck 2 plan nonsense cube:4
