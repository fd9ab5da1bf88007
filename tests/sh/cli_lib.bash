# What the tool's tests share. LINKBOUND is the tool, SRC the source tree, work an empty folder, removed at the end.
# Hundreds of runs: where LeakSanitizer takes seconds for each, that is too long.
export LC_ALL=C NO_COLOR=1 ASAN_OPTIONS="${ASAN_OPTIONS-detect_leaks=0}"
unset COLUMNS
trap 'rm -rf "$work"' EXIT
failures=0
[ -x "$LINKBOUND" ] || {
    echo "there is no tool at $LINKBOUND" >&2
    exit 1
}

wrong() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# refused STATUS PATTERN ARGUMENTS...: that exit status, one line on stderr that matches, nothing on stdout.
refused() {
    local expected=$1 pattern=$2 status=0
    shift 2
    "$LINKBOUND" "$@" >"$work/out" 2>"$work/err" || status=$?
    [ "$status" -eq "$expected" ] || wrong "status $status, not $expected: $*"
    [ "$(wc -l <"$work/err")" -eq 1 ] || wrong "not one line of error: $* ($(cat "$work/err"))"
    grep -qE -- "$pattern" "$work/err" || wrong "no '$pattern' in: $(cat "$work/err") ($*)"
    [ ! -s "$work/out" ] || wrong "output in spite of an error: $*"
}

# works ARGUMENTS...: status 0, nothing on stderr; what it printed is in $work/out.
works() {
    local status=0
    "$LINKBOUND" "$@" >"$work/out" 2>"$work/err" || status=$?
    [ "$status" -eq 0 ] || wrong "status $status: $* ($(cat "$work/err"))"
    [ ! -s "$work/err" ] || wrong "said on stderr: $(cat "$work/err") ($*)"
}

# says PATTERN: the last output has a line like this.
says() {
    grep -qE -- "$1" "$work/out" || wrong "no '$1' in the output: $(head -c 400 "$work/out")"
}

finish() {
    [ "$failures" -eq 0 ] || exit 1
    exit 0
}
