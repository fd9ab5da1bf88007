#!/usr/bin/env bash
# Every command of docs/tutorial.md with a $ before it prints what the tutorial says: its lines, in that order, times and processors
# aside. A line that ends in ... is one that begins so.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
. "$SRC/tests/sh/shown.bash"
cd "$work"
mkdir bin
ln -s "$LINKBOUND" bin/linkbound
PATH=$work/bin:$PATH

count=0
command=
while IFS= read -r line; do
    case $line in
        '    $ '*)
            [ -z "$command" ] || shown tutorial "$command" said
            command=${line#'    $ '}
            count=$((count + 1))
            : >said
            ;;
        '    '*) [ -z "$command" ] || printf '%s\n' "${line#'    '}" >>said ;;
        *)
            [ -z "$command" ] || shown tutorial "$command" said
            command=
            ;;
    esac
done < <(cat "$SRC/docs/tutorial.md" && echo)
[ "$count" -ge 12 ] || wrong "only $count commands were found"
finish
