#!/usr/bin/env bash
# tree: the list, the picture, a node's place; plans with --tree and --order; bad command lines.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
holds() { # FILTER: true of the JSON printed last
    [ "$(jq "$1" "$work/out" 2>&1)" = true ] || wrong "$1 is not true"
}

works tree
says "^sbnt-minr +balanced n-tree"
works tree --names
[ "$(wc -l <"$work/out")" -eq 11 ] || wrong "there are eleven trees"
names=$(cat "$work/out")
works tree --json
holds '(.trees | length) == 11 and [.trees[] | select(.cubes_only | not) | .name] == ["binomial","balanced"]'

works tree sbnt-minr cube:4
says "^  subtrees +5 4 3 3$"
says "^  levels +1 4 6 4 1$"
says "^  fan-out +4 2 1 1 0$"
says "^\| \| . 0111 = 7$"
[ "$(grep -c ' = ' "$work/out")" -eq 17 ] || wrong "the picture has every node once, and the root is named before it"
works tree edge-disjoint cube:4 --root 9
says "^  parts +4 trees, an equal part of every message each"
works tree balanced cube:10
says "^  subtrees +103 103 103 102 102 102 102 102 102 102$"
says "^  picture +of trees of up to 128 nodes"
works tree balanced ring:5
says "^  . 3$"
works tree sbg-minr 1
says "^  levels +1$"

works tree sbg-minr cube:9 --node 219
says "^  parts +0 7 8$"
says "^  parent +001011011 = 91, across dimension 7$"
says "^  parts +1 2 3$"
says "^  index +3 \(root's port 3\)$"
says "^  children +none$"
works tree sbnt-maxl cube:10 --node 930 --json
holds '.parts[0].index == 0 and .parts[0].root_port == 9 and .node == 930'
holds '.parts[0].level == 5 and (.parts[0].path | length) == 6 and .parts[0].path[5] == 930'
works tree binomial 4x4 --root 3 --node 3 --json
holds '.parts[0].parent == null and .parts[0].subtree == 16 and .parts[0].path == [3]'
for name in $names; do
    works tree "$name" cube:5 --root 7 --json
    holds '[.parents[] | .[7] == 7 and length == 32] | all'
    holds '(.parts == (.parents | length)) and (.subtrees | add) == 31 and (.levels | add) == 32'
done
works tree sbg-minbl cube:13 --json
holds '.parents == null and (.subtrees | add) == 8191'

# Plans.
works plan scatter cube:6 --tree sbg-minr --json
holds '.algorithm == "tree" and .tree == "sbg-minr" and .steps == 11 and .optimal'
works plan scatter cube:6 --tree sbnt-minr -p one
says "^  algorithm +tree sbnt-minr$"
works plan alltoall 4x4 --tree balanced --order postorder --json
holds '.tree == "balanced"'
works plan gather cube:4 --order breadth-first --json
holds '.algorithm == "tree"'
works simulate alltoall cube:5 --tree sbnt-minr -p one --bytes 5040 --tau 1 --beta 40 --json
holds '.time == 403520 and .formula_time == .time'
works simulate scatter cube:5 --tree sbg-minr --bytes 5040 --tau 1 --beta 40 --json
holds '.time == 31448 and .formula == "(2^d-1)/d*tau*m + d*beta"'

# What cannot be.
refused 2 "unknown tree 'sbnt'; did you mean sbnt-minr" tree sbnt cube:4
refused 2 "unknown tree 'oak'; there are: binomial, edge-disjoint" tree oak cube:4
refused 2 "sbnt-minr is a tree of hypercubes" tree sbnt-minr 3x3
refused 2 "root 16: the last node is 15" tree binomial cube:4 --root 16
refused 2 "--node 16: the last node is 15" tree binomial cube:4 --node 16
refused 2 "a tree of which network" tree binomial
refused 2 "which tree, of which network" tree --node 3
refused 2 "is not a network" tree binomial frob
refused 2 "unknown tree 'oak'" plan scatter cube:4 --tree oak
refused 2 "--tree is empty" plan scatter cube:4 --tree ""
refused 2 "--tree means nothing to broadcast-1" plan broadcast cube:4 --tree binomial -a broadcast-1
refused 2 "--rule is for greedy, --tree for trees" plan alltoall cube:4 --tree binomial --rule first
refused 2 "--order 'inorder': choose postorder" plan scatter cube:4 --tree binomial --order inorder
refused 2 "an order is for scatter, gather and alltoall, not for reduce" plan reduce cube:4 --tree binomial --order postorder
refused 2 "an order is for scatter, gather and alltoall, not for broadcast" plan broadcast cube:4 --tree binomial --order postorder
refused 2 "tree cannot do this send: it is for other tasks" plan send cube:4 --to 3 --tree binomial
refused 2 "edge-disjoint is a tree of hypercubes" plan scatter 3x3 --tree edge-disjoint
finish
