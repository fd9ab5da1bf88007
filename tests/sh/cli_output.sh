#!/usr/bin/env bash
# Output that cannot be written, readers that go away, interrupts.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

# A full disk: one line, status 2.
full() {
    local status=0
    "$LINKBOUND" "$@" >/dev/full 2>"$work/err" || status=$?
    [ $status -eq 2 ] || wrong "status $status on a full disk: $*"
    [ "$(wc -l <"$work/err")" -eq 1 ] || wrong "not one line on a full disk: $* ($(cat "$work/err"))"
    grep -q "^linkbound: .*No space left" "$work/err" || wrong "the reason is missing: $(cat "$work/err")"
}
if [ -w /dev/full ]; then
    full help
    full list
    full --version
    full demo
    full plan alltoall cube:3
    full plan alltoall cube:3 --json
    full bound alltoall cube:3
    full plan alltoall cube:8 -q -o -
    refused 2 "No space left" plan alltoall cube:3 -o /dev/full
fi

refused 2 "No such file" plan alltoall cube:3 -o "$work/none/plan.jsonl"
refused 2 "No such file" check "$work/none.jsonl"
refused 2 "folder|directory" check "$work"

# A reader that goes away ends the tool without a word.
"$LINKBOUND" plan alltoall cube:9 -q -o - 2>"$work/err" | head -n 2 >"$work/out"
[ "$(wc -l <"$work/out")" -eq 2 ] || wrong "head got no lines"
[ ! -s "$work/err" ] || wrong "said on a closed pipe: $(cat "$work/err")"

# Stopped while it writes: the signal's status, no file, no temporary file. The schedule is so long that it is still
# being written when the signal comes; should it be done all the same, the test says so instead of passing.
mkdir "$work/dir"
stopped() {
    local signal=$1 expected=$2 status=0 pid waited=0
    set -m # a shell's background jobs ignore interrupts otherwise
    "$LINKBOUND" plan alltoall cube:11 --algorithm dimension-order -q -o "$work/dir/plan.jsonl" 2>"$work/err" &
    pid=$!
    set +m
    while [ -z "$(ls -A "$work/dir")" ] && kill -0 "$pid" 2>/dev/null && [ $waited -lt 1000 ]; do
        sleep 0.05
        waited=$((waited + 1))
    done
    kill -s "$signal" "$pid" 2>/dev/null || true
    wait "$pid" || status=$?
    [ $status -eq "$expected" ] || wrong "status $status after $signal"
    [ -z "$(ls -A "$work/dir")" ] || wrong "left behind after $signal: $(ls -A "$work/dir")"
    rm -rf "$work/dir" && mkdir "$work/dir"
}
stopped INT 130
stopped TERM 143
finish
