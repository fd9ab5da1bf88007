#!/usr/bin/env bash
# Every command of docs/tutorial.md with a $ before it prints what the tutorial says: its lines, in that order, times and processors
# aside. A line that ends in ... is one that begins so.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
cd "$work"
mkdir bin
ln -s "$LINKBOUND" bin/linkbound
PATH=$work/bin:$PATH
LC_ALL=C.UTF-8

plain() { # what differs from run to run
    sed -E 's/in [0-9.]+ (us|ms|s)$/in T/; s/on [0-9]+ processors?/on N processors/; s/ +$//'
}

compare() { # command, file with what is said
    local line number=0 got=()
    mapfile -t got < <(bash -c "$1" 2>&1 | plain)
    while IFS= read -r line; do
        [ "$line" != ... ] || continue
        [ -n "${line// /}" ] || continue
        [ "${line// /}" != ... ] || continue
        while [ "$number" -lt "${#got[@]}" ]; do
            number=$((number + 1))
            case $line in
                *...) [[ ${got[number - 1]} != "${line%...}"* ]] || continue 2 ;;
                *) [ "${got[number - 1]}" != "$line" ] || continue 2 ;;
            esac
        done
        wrong "$1: no line '$line'"
        return
    done < <(plain <"$2")
}

count=0
command=
while IFS= read -r line; do
    case $line in
        '    $ '*)
            [ -z "$command" ] || compare "$command" said
            command=${line#'    $ '}
            count=$((count + 1))
            : >said
            ;;
        '    '*) [ -z "$command" ] || printf '%s\n' "${line#'    '}" >>said ;;
        *)
            [ -z "$command" ] || compare "$command" said
            command=
            ;;
    esac
done < <(cat "$SRC/docs/tutorial.md" && echo)
[ "$count" -ge 12 ] || wrong "only $count commands were found"
finish
