#!/usr/bin/env bash
# Networks from files, as a user names them: plans that are checked, and one line for what is no network.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
cd "$work"

# Eight GPUs with single and double links.
printf '%s\n' '# a DGX-1' '0 1' '0 2' '0 3 2' '0 4 2' '1 2 2' '1 3' '1 5 2' '2 3 2' '2 6' '3 7' '4 5' '4 6' '4 7 2' \
    '5 6 2' '5 7' '6 7 2' >gpus.txt
for task in broadcast scatter allgather alltoall allreduce scan; do
    works plan "$task" graph:gpus.txt
    says "on graph:gpus.txt \(8 nodes, [67] ports"
    says "every rule holds"
done
works bound allgather graph:gpus.txt
works simulate broadcast graph:gpus.txt --bytes 1k --tau 1 --beta 10
works plan alltoall graph:gpus.txt --without 0-3
works run allreduce graph:gpus.txt
works list alltoall graph:gpus.txt

# A schedule has the links in it.
works plan alltoall graph:gpus.txt -o s.jsonl
mv gpus.txt away
works check s.jsonl
says "every rule holds"
says "graph:8 \(8 nodes"
mv away gpus.txt
# A link of two lanes that carries two packets in a step, made slower.
link=$(grep -oE '^\{"step":[0-9]+,"from":[0-9]+,"to":[0-9]+' s.jsonl | sort | uniq -d | head -n 1 | sed 's/.*"from":\([0-9]*\),"to":/\1,/')
sed -i "1s/\[$link,2\]/[$link]/" s.jsonl
status=0
"$LINKBOUND" check s.jsonl >out 2>&1 || status=$?
[ $status -eq 1 ] || wrong "status $status of a schedule that is too much for a slower link"
grep -q "link ${link%,*}->${link#*,}: the link carries two packets" out || wrong "no reason: $(cat out)"

# The same in other words.
printf 'graph { edge [weight=2]; rack1 -- {rack2 rack3}; rack2 -- rack3 [weight=1] }\n' >racks.gv
works plan allgather graph:racks.gv
says "on graph:racks.gv \(3 nodes"
printf '\tGPU0\tGPU1\nGPU0\t X \tNV2\nGPU1\tNV2\t X \n' >matrix
works plan allgather graph:matrix
says "2 nodes, 1 port"

# The catalogue.
works networks
says "^twisted:4x4x8 +twisted torus"
says "^dgx-1-p100 +hyperx:4x2; 8 nodes of degree 4"
says "^dgx-1-v100 +a graph; 8 nodes of degree 6"
works networks --json
says '"name":"dgx-1-v100","network":null,"nodes":8,"degree":6,'
works networks --names
grep -q "^machine:mi250x-8$" out || wrong "no machine:mi250x-8 among the names"
for machine in dgx-1-p100 dgx-1-v100 mi250x-8 t3000 trn2-16; do
    works plan allgather "machine:$machine"
done
"$LINKBOUND" networks --json >json
for example in $(grep -oE '"example":"[^" ]*"' json | cut -d'"' -f4 | grep -v FILE); do
    works bound broadcast "$example"
done

# What is a network with a name is planned as that.
printf '%s\n' '0 1' '1 2' '2 3' '0 4' '1 5' '2 6' '3 7' '4 5' '5 6' '6 7' >mesh.txt
works plan alltoall graph:mesh.txt
says "alltoall on mesh:4x2 \(8 nodes"

# What is none: one line, with file and line.
refused 2 "none.txt: cannot be read: No such file" plan alltoall graph:none.txt
refused 2 "graph: needs a file" plan alltoall graph:
refused 2 "cannot be read: Is a directory" plan alltoall graph:.
# A square and a ring of 5, their nodes in any order.
printf '%s\n' '3 1' '1 2' '2 0' '0 3' >square
printf '%s\n' '0 4' '4 1' '1 2' '2 3' '3 0' >ring
"$LINKBOUND" networks graph:square >out
grep -q '^  it is 4, numbered otherwise: nodes 0 to 3 are' out || wrong "what a square is: $(cat out)"
"$LINKBOUND" plan alltoall graph:ring --json >out
grep -q '"algorithm":"[a-z-]* on 5"' out || wrong "a ring is not planned as a ring: $(cat out)"
grep -q '"optimal":true' out || wrong "a ring that is not optimal: $(cat out)"

: >empty
refused 2 "empty: there are no links in it" plan alltoall graph:empty
head -c 4096 "$LINKBOUND" >binary
refused 2 "binary:1: this is no text" plan alltoall graph:binary
printf '\211PNG\r\n\032\n\0\0\0\rIHDR' >picture.png
refused 2 "picture.png:2: this is no text" bound alltoall graph:picture.png
printf '0 1\n2 3\n' >apart
refused 2 "apart: nodes? .* cut off" plan alltoall graph:apart
printf '1 2\n2 3\n3 1\n' >from-1
refused 2 "from-1: node 0 has no links$" plan alltoall graph:from-1
printf '0 1\n1 20\n' >gaps
refused 2 "gaps: nodes 2, 3, 4, 5, 6, 7, 8, 9 and 10 more have no links$" plan alltoall graph:gaps
printf '0 1\n1 1\n' >self
refused 2 "self:2: a link from node 1 to itself" plan alltoall graph:self
printf '0 1\n1 0\n' >twice
refused 2 "twice:2: the link from node 0 to node 1 is there twice, first in line 1" plan alltoall graph:twice
printf '0 1\n1 1099511627776\n' >far
refused 2 "far:2: node 1099511627776" plan alltoall graph:far
printf '0 1 0\n' >still
refused 2 "still:1: a speed is a whole number from 1 to 255" plan alltoall graph:still
seq 0 999999 | sed 's/.*/0 &/' >many
refused 2 "many:[0-9]+: " plan alltoall graph:many
refused 2 "unknown|is not a network" plan alltoall graph
# Where a node's number is its only digit, what a slab needs is said of nodes.
works bound alltoall machine:dgx-1-v100
says "16 blocks must leave nodes 0 to 3, over 6 links"
works bound alltoall line:5
says "6 blocks must leave nodes 0 and 1, over 1 link"
works bound alltoall cube:4 --without 3-7
says "64 blocks must leave the nodes with digit 0 in"
finish
