#!/usr/bin/env bash
# Networks with faults from the command line: lists that are refused, plans, files, the table of slowdowns.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

# Lists that cannot be read.
for list in x 3 3- -7 '3--7' '3-7-' '3-7,' ',3-7' '3-7;12-13' '3>>7' '3<7' '3-7 12-13' '-' '>' '3-7x' '3.5-7' '3-7,,1-5'; do
    refused 2 "--without: cannot read '" plan broadcast cube:4 --without "$list"
done
refused 2 "--without: cannot read 'x'; write" plan broadcast cube:4 --without 0-1,x,2-3
refused 2 "--without: cannot read ''; write" plan broadcast cube:4 --without ,0-1
refused 2 "--without is empty" plan broadcast cube:4 --without ''
refused 2 "--without-node is empty" plan broadcast cube:4 --without-node ''
refused 2 "--without-node: cannot read 'x'" plan broadcast cube:4 --without-node x

# What there is not, or twice.
refused 2 "there is no link from 0 to 3" plan broadcast cube:4 --without 0-3
refused 2 "there is no link from 3 to 3" plan broadcast cube:4 --without 3-3
refused 2 "there is no node 16; the network has nodes 0 to 15" plan broadcast cube:4 --without 0-16
refused 2 "there is no node 99999999999999999999; the network has nodes 0 to 15" plan broadcast cube:4 --without 99999999999999999999-1
refused 2 "the link from 3 to 7 is named twice" plan broadcast cube:4 --without '3-7,3>7'
refused 2 "the link from 7 to 3 is named twice" plan broadcast cube:4 --without '7>3,3-7'
refused 2 "node 5 is named twice" plan broadcast cube:4 --without-node 5,5
refused 2 "--without-node: 16 is not a node" plan broadcast cube:4 --without-node 16
refused 2 "root 5 is a dead node" plan broadcast cube:4 --root 5 --without-node 5
refused 2 "receiver 5 is a dead node" plan send cube:4 --to 5 --without-node 5
refused 2 "source 5 is a dead node" plan multibroadcast cube:4 --sources 1,5 --without-node 5
refused 2 "no node of the network is left" plan broadcast cube:2 --without-node 0-3
refused 2 "at most 1048576 nodes" plan broadcast cube:21 --without 0-1
refused 2 "check does not take --without" check "$work/x" --without 0-1

# What is cut off is named.
refused 2 "node 7 is cut off from the others" plan broadcast cube:3 --without 7-3,7-5,7-6
refused 2 "node 7 cannot reach the others" plan broadcast cube:3 --without '7>3,7>5,7>6'
refused 2 "nodes 3, 4 are cut off from the others" bound alltoall ring:7 --without 2-3,4-5
refused 2 "broadcast-1 cannot do this broadcast: it needs all links" \
    plan broadcast cube:3 --without 0-1 --algorithm broadcast-1
refused 2 "around cannot do this broadcast: it is for networks with faults" \
    plan broadcast cube:3 --algorithm around

# Plans, bounds, times, files.
works plan broadcast cube:4 --without "3-7, 12>13" --packets 8 -o "$work/plan.jsonl"
says "broadcast from 0 on cube:4 without 2 links, 1 of them one way \(16 nodes, 4 ports\)"
says "algorithm +around"
says "with all links the bound is"
works check "$work/plan.jsonl"
says "cube:4 without 2 links, 1 of them one way"
grep -q '"without":\[\[3,7\],\[7,3\],\[12,13\]\]' "$work/plan.jsonl" || wrong "the header does not say what is dead"
works plan allreduce 3x3 --without-node 4,8 --without '0>1'
says "allreduce on 3x3 without 1 link one way and 2 nodes \(7 of 9 nodes, 4 ports; 9 blocks\)"
works plan gather cube:4 --without 0-1 --json
says '"without":\[\[0,1\],\[1,0\]\],"without_nodes":\[\]'
says '"whole_steps_bound":4,"whole_steps":4'
works bound scatter cube:4 --without 0-1,0-2
says "at least 8: .* node 0"
works simulate scatter cube:4 --without 0-1 --bytes 64K --tau 0.001 --beta 20
says "time "
works compare broadcast cube:4 --without 0-1 --bytes 64..4K --tau 0.001 --beta 20
says "around"
sed 's/"without":\[\[3,7\]/"without":[[0,1]/' "$work/plan.jsonl" >"$work/dead.jsonl"
"$LINKBOUND" check "$work/dead.jsonl" >"$work/out" 2>&1 && wrong "a schedule over a dead link is not refused"
grep -q "dead.jsonl:[0-9]*: link: .*the link is dead" "$work/out" || wrong "not told so: $(cat "$work/out")"

# Scans, trees, no sources, large permutations.
works plan scan cube:4 --without 0-1 -o "$work/scan.jsonl"
says "steps +4 +bound +4 +optimal"
works check "$work/scan.jsonl"
works plan exscan 3x3 --without-node 0,4 --packets 3
says "exscan on 3x3 without 2 nodes"
works plan broadcast cube:4 --tree binomial --without 5-7
says "algorithm +tree binomial"
refused 2 "the tree binomial uses the link from 0 to 1, which is dead" \
    plan broadcast cube:4 --tree binomial --without 0-1
works plan scatter cube:4 --order postorder
says "algorithm +tree sbg-minr"
works plan multibroadcast cube:3 --sources none
says "multibroadcast of 0 messages on cube:3"
says "steps +0 +bound +0 +optimal"
works plan multibroadcast 3x3 --sources none --without 0-1
says "steps +0 +bound +0 +optimal"
works plan permute cube:14 --permutation reverse --without 0-1
says "transmissions +[0-9]+ +bound"

# The table.
works faults scan cube:3
says "^ +1 +12 +0 +12 .* \*$"
works faults scatter cube:3
says "^ +1 +12 +0 +[0-9]+ .* \*$"
works faults broadcast cube:4 --links 3 --trials 20 --seed 5 --json
says '"links":3,"every_link":false,"sets":20'
works faults broadcast ring:5 --links 2 --trials 10
says "^ +2 +10 +10 +every set cuts some node off$"
refused 2 "--links 0: from 1 to 64" faults scatter cube:3 --links 0
refused 2 "--links 7: the network has 12, and half of them may die at most" faults scatter cube:3 --links 7
refused 2 "--trials 0: nothing to try" faults scatter cube:3 --trials 0
refused 2 "the network has no links" faults scatter 1
refused 2 "no link of the network works both ways" faults broadcast 4 --without '0>1,1>2,2>3,3>0' --trials 1
refused 2 "--links 2: the network has 3 that work both ways" faults broadcast 4 --without '0>1' --links 2

# Their algorithms choose by --seed.
works plan broadcast cube:3 --without '0>1' -a around --seed 3 -q
works plan scatter cube:3 --without '0>1' -a general --seed 3 -q
finish
