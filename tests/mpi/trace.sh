#!/usr/bin/env bash
# LINKBOUND_TRACE=FILE: a program of 8 processes that calls the library, and one of 4 that knows nothing of it. API is the former
# with its launcher, RUN starts the latter, PROGRAM.
# shellcheck source=tests/pmpi/lib.bash
. "$(dirname "$0")/../pmpi/lib.bash"
command -v python3 >/dev/null || exit 77
check=$(dirname "$0")/trace.py
export LINKBOUND_TRACE=$work/trace.json

# traced PROCESSES EVENTS COMMAND...: EVENTS may be empty
traced() {
    local processes=$1 events=$2
    shift 2
    rm -f "$work"/trace.json*
    "$@" >"$work/out" 2>&1 || wrong "status $?: $*"
    # shellcheck disable=SC2086 # none, or one
    python3 "$check" "$work/trace.json" "$processes" $events || wrong "not a trace: $*"
    [ "$(ls "$work"/trace.json*)" = "$work/trace.json" ] || wrong "more than one file"
}
# shellcheck disable=SC2086 # several words
traced 8 "" $API 1
export LINKBOUND_NETWORK=cube:2
# shellcheck disable=SC2086 # several words
traced 4 "" $RUN $PROGRAM 1 1
# shellcheck disable=SC2086 # several words
LINKBOUND_NONBLOCKING=1 LINKBOUND_SLOTS=2 LINKBOUND_NETWORK=cube:1 traced 4 "" $RUN $PROGRAM 1 1 bi
# shellcheck disable=SC2086 # several words
LINKBOUND_TRACE_EVENTS=200 traced 4 200 $RUN $PROGRAM 1 1

# Where it cannot be written that is said once, and the program is none the worse.
# shellcheck disable=SC2086 # several words
LINKBOUND_TRACE=$work/none/trace.json $RUN $PROGRAM 1 1 >"$work/out" 2>&1 || wrong "status $?"
[ "$(grep -c '^linkbound: LINKBOUND_TRACE: .*/none/trace.json: No such file' "$work/out")" -eq 1 ] || wrong "no word, or several"
# shellcheck disable=SC2086 # several words
LINKBOUND_TRACE_EVENTS=3 $RUN $PROGRAM 1 1 >"$work/out" 2>&1 || wrong "status $?"
grep -q '^linkbound: LINKBOUND_TRACE_EVENTS: from 16 to ' "$work/out" || wrong "no word about 3 events"
