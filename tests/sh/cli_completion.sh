#!/usr/bin/env bash
# bash completion, asked without a terminal.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
# shellcheck disable=SC1091 # it is ours
. "$SRC/completions/linkbound.bash"

# offers WORD... : completes the last word; the answers are in $answers, blank separated.
complete_words() {
    COMP_WORDS=("$LINKBOUND" "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _linkbound 2>/dev/null || true
    answers=" ${COMPREPLY[*]-} "
}
offers() {
    local want=$1
    shift
    complete_words "$@"
    [[ $answers == *" $want "* ]] || wrong "no $want for: $* (only$answers)"
}
offers_not() {
    local want=$1
    shift
    complete_words "$@"
    [[ $answers != *" $want "* ]] || wrong "$want for: $*"
}

offers plan ""
offers draw dr
offers timeline draw alltoall cube:3 --what t
offers msccl export m
offers corpus c
offers --quiet corpus --q
offers alltoall export msccl all
offers cube:6 export msccl alltoall ""
offers --schedule draw --s
offers simulate s
offers_not plan s
offers alltoall plan all
offers reduce-scatter bound red
offers cube:6 plan alltoall ""
offers --algorithm plan alltoall cube:6 --a
offers --root plan --
offers_not --to check --
offers dimension-order plan alltoall cube:6 --algorithm ""
offers dimension-order plan alltoall cube:6 -a dim
offers_not broadcast-1 plan alltoall cube:6 --algorithm ""
offers linear plan alltoall cube:6 --clock l
offers relative plan alltoall cube:6 --replay = r
offers all plan alltoall cube:6 --ports a
offers_not --replay check --
offers nearest plan alltoall cube:6 --rule n
offers moore:1 plan isotropic 4x4 --stencil m
offers_not --rule bound --
offers transpose plan permute 4x4 --permutation t
offers cube:6 plan --root 3 broadcast c
offers plan help ""
offers alltoall compare all
offers --svg compare --
offers sbg-minr tree sbg
offers cube:4 tree balanced c
offers --node tree --
offers sbnt-minr plan scatter cube:6 --tree sbnt
offers postorder plan scatter cube:6 --order p
offers_not --tree bound --
offers transpose matrix t
offers cube:4 matrix transpose c
offers submatrices matrix transpose cube:4 --layout s
offers --to-layout matrix --
offers dimension-order matrix transpose cube:4 --algorithm d
offers_not cube:4 matrix transpose cube:4 --groups ""
offers 000 papers ""
offers 002 papers ""
offers 001 papers ""
offers 003 papers ""
offers all papers ""
offers waves explore --story w
offers_not 000 papers --most ""
cd "$work"
touch schedule.jsonl
offers schedule.jsonl check sch
offers schedule.jsonl plan alltoall cube:6 -o sch

# Every option that a command's help shows is completed, and none that it does not take.
for command in plan check bound simulate run tune compare faults matrix tree draw export list networks papers explore demo; do
    shown=$("$LINKBOUND" help $command | grep -oE '^  .{4}--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort | xargs)
    complete_words $command --
    offered=$(printf '%s\n' $answers | sort | xargs)
    [ "$shown" = "$offered" ] || wrong "$command: help shows $shown; completed are $offered"
done

# zsh: at least its syntax, where there is a zsh.
if command -v zsh >/dev/null; then
    zsh -n "$SRC/completions/_linkbound" || wrong "zsh cannot read _linkbound"
fi
# Machines, as one word and as the three that a colon makes of it.
offers machine: plan alltoall ""
offers machine:dgx-1-v100 plan alltoall machine:d
offers machine:dgx-1-v100 export msccl alltoall mach
offers machine:dgx-1-v100 networks m
offers machine:dgx-1-v100 check file --network m
offers dgx-1-v100 plan alltoall machine : dg
offers dgx-1-v100 plan alltoall machine :
offers_not t3000 plan alltoall machine : dg
finish
