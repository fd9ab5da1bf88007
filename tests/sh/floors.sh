#!/usr/bin/env bash
# tools/lint floors: the sources keep to src/FLOORS, and whoever breaks a rule is named.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

"$SRC/tools/lint" floors >"$work/out" 2>&1 || wrong "$(cat "$work/out")"

# found PATTERN COMMAND: after the command, done in a fresh copy, the check fails with such a line.
found() {
    rm -rf "$work/tree"
    mkdir "$work/tree"
    cp -r "$SRC/include" "$SRC/src" "$SRC/tools" "$work/tree/"
    (cd "$work/tree" && eval "$2")
    "$work/tree/tools/lint" floors >"$work/out" 2>&1 && wrong "not found: $2"
    says "$1"
}

found '^floors: src/net/net.c:[0-9]+: net may not use plan \(plan/plan.h\)' \
    'echo "#include \"plan/plan.h\"" >>src/net/net.c'
found '^floors: src/check/check.c:[0-9]+: check may not use algo/common \(algo/common/algo.h\)' \
    'echo "#include \"algo/common/algo.h\"" >>src/check/check.c'
found '^floors: src/algo/many/auto.c:[0-9]+: algo/send/courier.h is private to algo/send' \
    'sed -i "s/algo.many uses/& algo\/send/" src/FLOORS; echo "#include \"algo/send/courier.h\"" >>src/algo/many/auto.c'
found '^floors: src/tree/tree.c:[0-9]+: tree may not use run \(linkbound-run.h\)' \
    'echo "#include \"linkbound-run.h\"" >>src/tree/tree.c'
found '^floors: src/task/task.c:[0-9]+: there is no task/gone.h' \
    'echo "#include \"task/gone.h\"" >>src/task/task.c'

# A call is an arrow, too, whatever is included; words in comments and strings are none.
found '^floors: src/bound/text.c:[0-9]+: bound may not use check \(lb_simulate\)' \
    'echo "void lb_more(void) { lb_simulate(0, 0, 0, 0); }" >>src/bound/text.c'
found '^floors: src/bound/text.c:[0-9]+: bound may not use algo/cube \(lb_algo_broadcast_1\)' \
    'echo "const void *lb_more = /* no */ &lb_algo_broadcast_1;" >>src/bound/text.c'
rm -rf "$work/tree/src"
cp -r "$SRC/src" "$work/tree/"
printf '%s\n' '/* lb_simulate(' '   lb_check_plan() */ static const char *told = "lb_plan_create()"; // lb_simulate' \
    >>"$work/tree/src/bound/text.c"
"$work/tree/tools/lint" floors >"$work/out" 2>&1 || wrong "words in comments: $(cat "$work/out")"

# Circles of files within a room.
found '^floors: a circle of files:.* src/task/task( |$)' \
    'echo "void lb_up(void) { lb_down(); }" >>src/task/task.c; echo "void lb_down(void) { lb_up(); }" >>src/task/derive.c'
says '^    src/task/derive -> src/task/task: '

# What FLOORS itself may say.
found '^floors: src/FLOORS:[0-9]+: net uses plan, which stands above it' 'sed -i "s/^room net uses/& plan/" src/FLOORS'
found '^floors: src/FLOORS:[0-9]+: net uses cellar, which is no room' 'sed -i "s/^room net uses/& cellar/" src/FLOORS'
found '^floors: src/attic/new.c: it is in no room' 'mkdir src/attic; echo "int lb_x;" >src/attic/new.c'

finish
