#!/usr/bin/env bash
# Files that are not what they seem, of every format: one line, and the exit status that it deserves.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

# answered FILE: within a while, status 0 to 2, and one line of error where it is not 0.
answered() {
    local status=0
    timeout 60 "$LINKBOUND" check -q "$1" >"$work/out" 2>"$work/err" || status=$?
    [ "$status" -le 2 ] || wrong "status $status: $2 ($(head -c 300 "$work/err"))"
    [ "$(wc -l <"$work/err")" -eq $((status > 0)) ] || wrong "not one line of error: $2 ($(head -c 300 "$work/err"))"
    [ ! -s "$work/out" ] || wrong "output: $2"
    if grep -q '[^ -~]' "$work/err"; then wrong "bytes that no terminal should get: $2"; fi
}

works corpus -q "$work/corpus"
file=$work/file
for whole in "$work/corpus"/ring-allgather.*; do
    kind=${whole#"$work/corpus/ring-allgather."}
    size=$(wc -c <"$whole")
    sed 's/$/\r/' "$whole" >"$file"
    works check -q "$file"
    for at in 1 2 3 5 8; do
        head -c $((size * at / 9)) "$whole" >"$file"
        answered "$file" "$kind, cut after $at ninths"
        sed "$((at * 3))d" "$whole" >"$file"
        answered "$file" "$kind, without line $((at * 3))"
        sed "$((at * 3))p" "$whole" >"$file"
        answered "$file" "$kind, line $((at * 3)) twice"
        for number in -1 0 7 4294967296 99999999999999999999 1e9; do
            sed "$((at + 2))s/[0-9][0-9]*/$number/$at" "$whole" >"$file"
            answered "$file" "$kind, $number in line $((at + 2))"
        done
    done
    { printf '\xef\xbb\xbf' && cat "$whole"; } >"$file"
    refused 2 'byte order mark' check "$file"
    { printf '\xff\xfe' && iconv -t UTF-16LE "$whole"; } >"$file"
    refused 2 'UTF-16, and a schedule is UTF-8' check "$file"
    for bracket in '{' '[' '<' '"' '/*'; do
        { head -c $((size / 2)) "$whole" && printf "%50000s" "" | sed "s,.,$bracket,g" && tail -c $((size / 2)) "$whole"; } >"$file"
        answered "$file" "$kind, $bracket in $bracket"
    done
    { cat "$whole" && head -c 4096 /dev/zero; } >"$file"
    answered "$file" "$kind, zeros behind it"
done

# What is no file, in the place of one, for all that take a schedule.
: >"$file"
# shellcheck disable=SC2086 # a command and its options
for command in "check" "run --schedule" "export csv --schedule" "draw --schedule" "simulate --bytes 1 --tau 1 --beta 1 --schedule"; do
    refused 2 'the file is empty' $command "$file"
    refused 2 'the file is empty' $command /dev/null
    refused 2 'found a NUL byte' $command /dev/zero
    refused 2 'is a folder, not a schedule file' $command "$work"
    refused 2 'cannot be opened' $command "$work/nowhere"
done
mkfifo "$work/pipe"
cat "$work/corpus/ring-allgather.jsonl" >"$work/pipe" &
works check -q "$work/pipe"
wait

# Nobody takes part.
nobody() {
    printf '%b' "$1" >"$file"
    refused 2 "$2" check "$file"
}
nobody 'num_ranks 0\n' 'num_ranks comes once, and is from 1'
nobody '<algo proto="Simple" nchannels="1" nchunksperloop="1" ngpus="0" coll="allreduce" inplace="1" outofplace="1"></algo>' 'ngpus is 0'
nobody '<Algo nchunkspernode="1"></Algo>' 'there are no sends'
nobody '{"7-Flows":[],"6-Demand_Met":{}}' 'nobody wants anything'
nobody '{"collective":"allreduce","gpus":[]}' '"gpus" are 1 to 4096'
nobody '{"linkbound":1,"network":"0","task":"broadcast"}\n' 'a radix is at least 1'
nobody 'packet,step,from,to,port,action,origin,destination,copy,first,last,denominator,unit,task\n' 'there are no packets'
finish
