#!/usr/bin/env bash
# The corpus of schedules: our own judge says of every file what verdicts.tsv says.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

works corpus "$work/corpus"
says ': 146 schedules, and verdicts.tsv$'
judged=0
while IFS=$'\t' read -r file network verdict; do
    on=(--network "$network")
    [ "${file##*.}" != jsonl ] || on=()
    if [ "$verdict" = correct ]; then
        works check -q "${on[@]}" "$work/corpus/$file"
    else
        refused 1 "$file(:[0-9]+)?: $verdict: " check -q "${on[@]}" "$work/corpus/$file"
    fi
    judged=$((judged + 1))
done < <(tail -n +2 "$work/corpus/verdicts.tsv")
[ "$judged" -eq 146 ] || wrong "$judged files were judged"
[ "$(find "$work/corpus" -type f | wc -l)" -eq 148 ] || wrong "other files in the corpus than verdicts.tsv names"

# In all formats, or there is a reason.
for file in "$work/corpus"/*.jsonl "$work/corpus"/*-deadlock.xml; do
    name=$(basename "${file%.*}")
    for format in jsonl csv xml json goal teccl.json trees.xml; do
        [ -e "$work/corpus/$name.$format" ] || grep -qP "^$name.$format\t(its|it) [a-z ]+$" "$work/corpus/absent.tsv" ||
            wrong "$name.$format is nowhere"
    done
done
[ "$(($(wc -l <"$work/corpus/verdicts.tsv") + $(wc -l <"$work/corpus/absent.tsv") - 2))" -eq $((7 * 28)) ] ||
    wrong "$(wc -l "$work/corpus"/*.tsv)"

# Without --network a link that does not exist is one that the file makes.
works check -q "$work/corpus/ring-allgather-no-link.csv"

# Files of other tools that break a rule, as JSON; and roots.
status=0
"$LINKBOUND" check --json "$work/corpus/tree-reduce-twice.csv" --network cube:3 >"$work/out" 2>"$work/err" || status=$?
[ "$status" -eq 1 ] || wrong "status $status"
says '^\{"file":".*tree-reduce-twice.csv","ok":false,"rule":"summed-twice","line":9,"message":"step 4, '
works check -q --root 0 "$work/corpus/tree-reduce.xml"
refused 1 'delivered' check --root 5 "$work/corpus/tree-reduce.xml"
works check -q --root 0 "$work/corpus/tree-broadcast.csv"
refused 2 'its root is 0, not 3' check --root 3 "$work/corpus/tree-broadcast.csv"
refused 2 '--root: allgather has none' check --root 0 "$work/corpus/ring-allgather.csv"
refused 2 'the schedule says itself which its root is' check --root 0 "$work/corpus/tree-broadcast.jsonl"

works corpus -q "$work/corpus"
[ ! -s "$work/out" ] || wrong "quiet, and says something"
refused 2 'the folder cannot be made' corpus "$work/nowhere/corpus"
refused 2 'an argument is missing' corpus
touch "$work/file"
refused 2 'file/' corpus "$work/file"
finish
