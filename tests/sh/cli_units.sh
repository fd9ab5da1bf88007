#!/usr/bin/env bash
# Units, and names as people type them.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

value() { # key options...: of simulate's JSON
    local key=$1
    shift
    "$LINKBOUND" simulate broadcast cube:3 --json "$@" | sed -n "s/.*\"$key\": *\"\{0,1\}\([^,\"}]*\).*/\1/p" | head -1
}
same() { # what expected got
    [ "$2" = "$3" ] || wrong "$1: $2 expected, not $3"
}

# The same cost in many ways: 8 ns a byte, 1500 ns.
plain=$(value time --bytes 1000 --tau 8 --beta 1500)
for cost in "--tau 8ns --beta 1.5us" "--tau 8ns/B --beta 1500ns" "--link 1Gbit --latency 1.5us" "--link 125MB/s --latency 0.0015ms" \
    "--link 1000Mbps --beta 3/2us" "--link 1000000kbit/s --latency 1.5e-6s" "--link 0.001Tbit --latency 1500000ps" \
    "--link 1gbit --latency 1.5us" "--link 1GBIT/s --latency 1.5us" "--link 0.125gB/s --latency 1.5us"; do
    # shellcheck disable=SC2086
    same "$cost" "$plain" "$(value time --bytes 1KB $cost)"
    # shellcheck disable=SC2086
    same "$cost" ns "$(value time_unit --bytes 1KB $cost)"
done
same "no unit" "" "$(value time_unit --bytes 1000 --tau 8 --beta 1500)"
for size in 64:64 64B:64 4K:4096 4k:4096 4KiB:4096 4KB:4000 3MB:3000000 3MiB:3145728 1GB:1000000000 \
    1.5MB:1500000 1.5K:1536 0.5MiB:524288 1mb:1000000 5Kb:5000 4kib:4096 64b:64 2gb:2000000000; do
    got=$("$LINKBOUND" simulate send cube:2 --to 3 --effort 0 --json --bytes "${size%:*}" --tau 1 --beta 1 | sed 's/.*"bytes":\([0-9]*\),"tau".*/\1/')
    same "$size" "${size#*:}" "$got"
done
printf 'linkbound-profile 1 # a machine\ntau 0.8\nbeta 2000 # ns\nchunk 1024\nhop 100\n' >"$work/profile"
same profile "$(value time --bytes 4K --tau 0.8 --beta 2000)" "$(value time --bytes 4K --profile "$work/profile")"
same "profile and beta" "$(value time --bytes 4K --tau 0.8 --beta 1)" "$(value time --bytes 4K --profile "$work/profile" --beta 1ns)"
# Who knows a hop has a network that cuts through, and nothing is slower for it. What has no flights stays as it is.
ring=$("$LINKBOUND" simulate allreduce ring:8 --bytes 4K --profile "$work/profile" --json)
case $ring in *'"network":"ring:8 dimension-order"'*) ;; *) wrong "a profile with a hop does not make a ring cut through" ;; esac
for task in allreduce broadcast gather; do
    plain=$("$LINKBOUND" simulate $task ring:8 --bytes 4K --tau 0.8 --beta 2000 --json | sed 's/.*"time":\([0-9.]*\),.*/\1/')
    flown=$("$LINKBOUND" simulate $task ring:8 --bytes 4K --tau 0.8 --beta 2000 --hop 100 --json | sed 's/.*"time":\([0-9.]*\),.*/\1/')
    awk -v plain="$plain" -v flown="$flown" 'BEGIN { exit !(flown > 0 && flown <= plain) }' || wrong "$task: $flown with a hop, $plain without"
done
"$LINKBOUND" simulate scan 4x4 --bytes 4K --effort 1 --profile "$work/profile" | grep -q '^scan on 4x4 (' || wrong "a scan has flights"
refused 2 "has no flights" simulate scan 4x4 --bytes 4K --tau 1 --beta 1 --hop 1
refused 2 "has no flights" simulate broadcast mesh:4x4 --bytes 4K --tau 1 --beta 1 --hop 1
refused 2 "has no flights" simulate broadcast 4x4 --without 0-1 --bytes 4K --tau 1 --beta 1 --hop 1
"$LINKBOUND" simulate broadcast cube:3 --bytes 1MB --link 100Gbit --latency 1us | grep -q 'time  *[0-9.]* us' || wrong "no us"
"$LINKBOUND" compare broadcast cube:3 --bytes 1K..4K --link 100Gbit --latency 1us | grep -q '[0-9]us x' || wrong "no us in compare"
"$LINKBOUND" plan broadcast cube:3 --bytes 4K --link 1Gbit --latency 1us | grep -q 'linear clock' || wrong "plan takes no cost"
"$LINKBOUND" bound allreduce 4x4 --bytes 4K --link 1Gbit --latency 1us | grep -q 'at least [0-9.]* us' || wrong "bound has no us"
"$LINKBOUND" run broadcast cube:3 -a broadcast-4 --bytes 4K -q || wrong "run does not take an algorithm of the linear clock"

refused 2 "not a whole number of bytes" simulate broadcast cube:3 --bytes 1.5 --tau 1 --beta 1
refused 2 "not a whole number of bytes" simulate broadcast cube:3 --bytes 0.0001KB --tau 1 --beta 1
refused 2 "not a number" simulate broadcast cube:3 --bytes 1.5.2MB --tau 1 --beta 1
refused 2 "not a number" simulate broadcast cube:3 --bytes .MB --tau 1 --beta 1
refused 2 "bits or bytes\? Write Gbit or GB" simulate broadcast cube:3 --bytes 5 --link 1gb --latency 1us
refused 2 "not a size" simulate broadcast cube:3 --bytes 5KK --tau 1 --beta 1
refused 2 "too large" simulate broadcast cube:3 --bytes 99999999TB --tau 1 --beta 1
refused 2 "too large" simulate broadcast cube:3 --bytes 99999999999999999999999 --tau 1 --beta 1
refused 2 "not the speed of a link" simulate broadcast cube:3 --bytes 5 --link 100 --latency 1us
refused 2 "not the speed of a link" simulate broadcast cube:3 --bytes 5 --link 100Gfoo --latency 1us
refused 2 "carries nothing" simulate broadcast cube:3 --bytes 5 --link 0Gbit --latency 1us
refused 2 "not a time" simulate broadcast cube:3 --bytes 5 --link 1Gbit --latency 1xs
refused 2 "must not be negative" simulate broadcast cube:3 --bytes 5 --tau 1ns --beta -1us
refused 2 "--tau and --link say the same" simulate broadcast cube:3 --bytes 5 --tau 1ns --link 1Gbit --latency 1us
refused 2 "--link has a unit and --beta is a plain number" simulate broadcast cube:3 --bytes 5 --link 1Gbit --beta 1
refused 2 "No such file" simulate broadcast cube:3 --bytes 5 --profile "$work/none"
refused 2 "not a profile" simulate broadcast cube:3 --bytes 5 --profile "$SRC/README.md"
printf 'linkbound-profile 1\ntau x\n' >"$work/bad"
refused 2 "bad:2: not a number of nanoseconds" simulate broadcast cube:3 --bytes 5 --profile "$work/bad"
refused 2 "--beta is missing; --latency will do" simulate broadcast cube:3 --bytes 5 --link 1Gbit

# Names.
for name in bcast:broadcast Bcast:broadcast MPI_Bcast:broadcast all-reduce:allreduce all_reduce:allreduce ncclAllReduce:allreduce \
    all_gather:allgather reduce_scatter:reduce-scatter MPI_Reduce_scatter_block:reduce-scatter all-to-all:alltoall \
    total-exchange:alltoall multinode-broadcast:allgather; do
    "$LINKBOUND" plan "${name%:*}" cube:3 | head -1 | grep -q "^${name#*:} " || wrong "$name is not understood"
done
"$LINKBOUND" plan neighbours 4x4 --distance 1 | head -1 | grep -q "^neighbors" || wrong "neighbours"
for name in torus:4x4=4x4 hypercube:4=cube:4 'torus:4x4 cut-through=4x4 cut-through'; do
    "$LINKBOUND" plan alltoall "${name%=*}" | head -1 | grep -q " on ${name#*=} " || wrong "$name is not understood"
done
refused 2 "is not a network" plan alltoall torus:cube:3
refused 2 "does not say how large" plan alltoall hypercube
[ "$("$LINKBOUND" list dimension-order --names)" = dimension-order ] || wrong "list of one name"
refused 2 "unknown task" list no-such-thing
# A profile's ports are a port limit, where nodes have so many; it must have both times.
printf 'linkbound-profile 1\ntau 0.8\nbeta 2000\nports 2\nshared yes\n' >"$work/ports"
for command in plan simulate compare; do
    works $command allgather cube:3 --bytes 4K --profile "$work/ports"
    says '^allgather on cube:3 \(8 nodes, 2 of 3 ports\)'
done
works plan allgather cube:3 --bytes 4K --profile "$work/ports" --ports 1
says '1 of 3 ports'
works plan allgather ring:2 --bytes 4K --profile "$work/ports"
says '2 nodes, 1 port'
printf 'linkbound-profile 1\nbeta 2000\n' >"$work/no-tau"
refused 2 "no-tau: there is no tau in it, .*--tau or --link" plan allgather cube:3 --bytes 4K --profile "$work/no-tau"
works plan allgather cube:3 --bytes 4K --profile "$work/no-tau" --tau 1ns
printf 'linkbound-profile 1\ntau 1\n' >"$work/no-beta"
refused 2 "no-beta: there is no beta in it" plan allgather cube:3 --bytes 4K --profile "$work/no-beta"
printf 'linkbound-profile 1\ntau 1\nbeta 1\nports some\n' >"$work/bad-ports"
refused 2 "bad-ports:4: not a number of ports: 'some'" plan allgather cube:3 --bytes 4K --profile "$work/bad-ports"

# The Petersen graph has three links at each node, whatever the colours of its links.
for i in 0 1 2 3 4; do echo "$i $(((i + 1) % 5))" "$i $((i + 5))" "$((5 + i)) $((5 + (i + 2) % 5))"; done |
    xargs -n2 echo >"$work/petersen"
works plan broadcast "graph:$work/petersen"
says '10 nodes, 3 ports'

# Pictures show times in units where the cost has them, and a message is no block.
cost=(--link 100Gbit --latency 1us)
works draw allreduce cube:3 --what curves --bytes 1K..1M "${cost[@]}" -o "$work/curves.svg"
grep -q '>time, us<' "$work/curves.svg" || wrong "curves are not in us"
grep -q 'tau = 0.08 ns a byte, beta = 1 us' "$work/curves.svg" || wrong "curves do not say what tau is"
grep -q '>bytes in the message<' "$work/curves.svg" || wrong "an allreduce is drawn over blocks"
works compare alltoall cube:3 --bytes 1K..1M "${cost[@]}" --svg "$work/compare.svg"
grep -q '>bytes in a block<' "$work/compare.svg" || wrong "an alltoall has no blocks"
python3 - "$work/compare.svg" "$work/curves.svg" <<'END' || wrong "two lines alike"
import re, sys
for path in sys.argv[1:]:
    lines = re.findall(r'<path fill="none" (stroke="#[0-9A-Fa-f]+")', open(path).read())
    lines = [l for l in lines if '#444444' not in l and '#111111' not in l]
    assert len(lines) > 2 and len(set(lines)) == len(lines), lines
END
works draw allreduce cube:3 --what curves --bytes 1K..1M "${cost[@]}" --ascii
says '^ *time, us$'
works draw broadcast cube:3 --what timeline --bytes 64K "${cost[@]}" -o "$work/line.svg"
grep -q '>time, us<' "$work/line.svg" || wrong "a timeline is not in us"
grep -q 'done at [0-9.]* us' "$work/line.svg" || wrong "a timeline does not say when it is done"
works draw broadcast cube:3 --what timeline --bytes 64K "${cost[@]}" --ascii
says ' 0 to [0-9.]+ us$'
works draw broadcast cube:3 --what timeline --bytes 64K --tau 1 --beta 1 --ascii
says ', in the unit of tau and beta$'
works run allreduce cube:2 --bytes 1K --count 1
says 'a message of 1.0 KiB'
works run alltoall cube:2 --bytes 1K --count 1
says 'blocks of 1.0 KiB'
finish
