#!/usr/bin/env bash
# Bad command lines: one line, the right exit status, no output.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

# Names, with the nearest one.
refused 2 "unknown command 'plon'; did you mean plan" plon
refused 2 "unknown command 'xyzzy'; there are: plan, check" xyzzy
refused 2 "unknown command 'chekc'; did you mean check" chekc
refused 2 "unknown option '--frob': before the command there are only --help and --version" --frob
refused 2 "unknown option '--wat'; (there are|see)" plan alltoall cube:3 --wat
refused 2 "unknown option '--prots'; did you mean --ports" plan alltoall cube:3 --prots 1
refused 2 "unknown task 'alltoal'; did you mean alltoall" plan alltoal cube:3
refused 2 "unknown task 'zzz'; there are: broadcast" plan zzz cube:3
refused 2 "unknown algorithm 'dimension-ordr'; did you mean dimension-order" \
    plan alltoall cube:3 --algorithm dimension-ordr
refused 2 "plan does not take --port; did you mean --ports\?" plan alltoall cube:3 --port 1
refused 2 "explore does not take --ports; did you mean --port\?" explore alltoall cube:3 --ports 1
refused 2 "'allreduce' is a task; explain takes an algorithm: .*halving-doubling.* more \(linkbound list allreduce\)" explain allreduce
refused 2 "'all_reduce' is a task; .*linkbound list allreduce" explain all_reduce
refused 2 "'exscan' is a task; explain takes an algorithm: .*prefix" explain exscan
refused 2 "unknown task or algorithm 'nosuch'; linkbound list has all algorithms" list nosuch
refused 2 "unknown algorithm 'nosuch'; linkbound list has them all" plan allreduce cube:3 -a nosuch
# Names of other libraries, of authors, in other spellings: which are near, of those that do the task.
refused 2 "unknown algorithm 'ring'; did you mean snake-ring\?" plan allreduce cube:3 -a ring
refused 2 "unknown algorithm 'ring'; did you mean torus-complete-exchange\?" plan alltoall 4x4 -a ring
refused 2 "unknown algorithm 'ring'; did you mean snake-ring, .* or torus-reduce\?" explain ring
refused 2 "unknown algorithm 'rabenseifner'; did you mean halving-doubling or far-halving\?" plan allreduce 4x4 -a rabenseifner
refused 2 "unknown algorithm 'johnsson'; did you mean tree or around\?" plan allreduce cube:3 -a johnsson
refused 2 "unknown algorithm 'pairwise'; did you mean direct, dimension-order or complete-exchange\?" list pairwise
refused 2 "unknown algorithm 'optimal'; name none, and one is chosen" plan allreduce cube:3 -a optimal
refused 2 "recursive-doubling cannot do this allreduce; did you mean .*exchange-allreduce" plan allreduce cube:3 -a recursive_doubling
refused 2 "bruck cannot do this alltoall: it is for the linear clock" plan alltoall 4x4 -a bruck
works plan allgather cube:3 -a Recursive_Doubling
says "algorithm +recursive-doubling"
works plan broadcast cube:3 --tree binomial -a TREE
# A word of a name or of a paper lists what has it; it is the beginning of a word, not its end.
works list rabenseifner
says "^far-halving "
! grep -q "^swing " "$work/out" || wrong "swing is not Rabenseifner's"
works list Doubling
says "^recursive-doubling "
says "^lattice-doubling "
refused 2 "unknown algorithm 'benseifner'; did you mean .*far-halving" list benseifner
refused 2 "unknown task or algorithm 'swingg'; did you mean swing" list swingg
refused 2 "unknown task or algorithm 'alltoal'; did you mean alltoall" list alltoal
refused 2 "unknown option '--algoritm'; did you mean --algorithm" plan alltoall cube:3 --algoritm x
refused 2 "unknown permutation 'revers'; did you mean reverse" plan permute cube:3 --permutation revers
refused 2 "unknown command 'plon'" help plon
refused 2 "unknown task 'x" plan $'x\ny\033[31m' cube:3

# Networks.
refused 2 "is not a network" plan alltoall frob
refused 2 "is not a network" plan alltoall 4x
refused 2 "is not a network" plan alltoall -- -4
refused 2 "is not a network" plan alltoall ""
refused 2 "'cube:x' is not a network; write" plan alltoall cube:x
refused 2 "no machine is known as .nonesuch.; linkbound networks lists them" plan alltoall machine:nonesuch
for command in "plan alltoall" "list alltoall" networks wire "tree binomial" "matrix transpose --size 8" "draw alltoall" "explore alltoall"; do
    # shellcheck disable=SC2086 # a command and its operands
    refused 2 "'cub:3' is not a network; did you mean cube:3\?" $command cub:3
done
refused 2 "did you mean ring:8\?" plan alltoall rign:8
refused 2 "did you mean cube:3\?" plan alltoall cube3
refused 2 "did you mean mesh:4x4\?" plan alltoall MESHH:4x4
refused 2 "did you mean machine:dgx-1-p100 or machine:dgx-1-v100\?" plan alltoall machine:dgx1
refused 2 "did you mean machine:dgx-1-v100\?" plan alltoall dgx-1-v100
refused 2 "did you mean machine:t3000\?" plan alltoall machine:t300
while read -r typed meant; do
    refused 2 "'$typed' is not a network; did you mean ${meant//\*/\\*}\?" plan alltoall "$typed"
done <<'END'
Q4 cube:4
hypercube-5 cube:5
k8 complete:8
fully-connected:8 complete:8
torus4x4 4x4
3d-torus:4x4x4 4x4x4
4,4 4x4
4by4 4x4
C8 ring:8
grid:4x4 mesh:4x4
END
refused 2 "'torus 4 4' is not a network; did you mean 4x4\?" plan alltoall 'torus 4 4'
refused 2 "'hypercube' does not say how large; write cube:6, for example" plan alltoall hypercube
refused 2 "'3d-torus' does not say how large; write 4x4x4" plan alltoall 3d-torus
refused 2 "'fat-tree:4' has switches" plan alltoall fat-tree:4
refused 2 "'DGX-H100' has switches" plan alltoall DGX-H100
for typed in petersen star star:8 tree kautz:2:3 'Petersen graph' de-bruijn; do
    refused 2 "'$typed' has no name here; write its links to a file, a line 'a b' for each, and say graph:FILE" plan alltoall "$typed"
done
refused 2 "'nvls' has switches" plan alltoall nvls
refused 2 "unknown algorithm 'nvls': it sums in switches, and direct networks have none" explain nvls
refused 2 "unknown algorithm 'PAT'; did you mean bruck or digits\?" explain PAT
refused 2 "unknown algorithm 'star'; did you mean direct or dimension-order\?" explain star
refused 2 "'4x4' is a network; explain takes an algorithm \(linkbound list TASK 4x4\)" explain 4x4
refused 2 "'tpu:4x4' is not a network; did you mean 4x4\?" plan alltoall tpu:4x4
refused 2 "'tpu-v4' is not a network; did you mean machine:tpu-v4-4x4x4 or machine:tpu-v4-4x4x8-twisted\?" plan alltoall tpu-v4
refused 2 "the task comes before the network: alltoall cube:3" plan cube:3 alltoall
refused 2 "'all-reduce' is a task, and a command comes first: linkbound plan all-reduce NETWORK" all-reduce cube:3
refused 2 "which tree of cube:3\? .*linkbound tree binomial cube:3" tree cube:3
# Options by the names that other tools have for them; formats too.
refused 2 "unknown option '--bandwidth'; did you mean --link\?" simulate alltoall 8x8 --bytes 64KB --bandwidth 10GB/s --latency 2us
refused 2 "compare does not take --size; did you mean --bytes\?" compare allreduce 4x4 --size 1M
refused 2 "unknown option '--dead'; did you mean --without\?" plan allreduce 4x4 --dead 0-1
refused 2 "unknown option '--bandwidth'; (there are|see)" networks --bandwidth 1
refused 2 "compare needs sizes and a cost: --bytes 1K..1M --link 100Gbit --latency 1us" compare broadcast cube:3
refused 2 "unknown format 'nccl'; did you mean msccl" export nccl allreduce ring:4
refused 2 "unknown format 'svg'; linkbound draw ... -o FILE.svg" export svg allreduce ring:4
refused 2 "one argument too many, '3'; a network is one word, such as cube:3" plan alltoall cube 3
refused 2 "one argument too many, '3'; a network is one word, such as cube:3" tree binomial cube 3
refused 2 "2\^26" plan alltoall cube:99
works plan alltoall CUBE:3
says "^alltoall on cube:3 "
works plan broadcast ring:2
says "^broadcast from 0 on ring:2 "
works plan broadcast 'ring:8 cut-through'
says "^broadcast from 0 on ring:8 cut-through "
works plan broadcast '2x2x2 dimension-order'
says "^broadcast from 0 on cube:3 dimension-order "
works plan alltoall 4X4
says "^alltoall on 4x4 "
works plan broadcast Machine:DGX-1-V100
says "8 nodes"
refused 2 "one argument too many" networks 4x4 x
refused 2 "is not a network" networks x
refused 2 "radix" plan alltoall 4x0x4
refused 2 "radix|node" plan alltoall 0
refused 2 "2\^26" plan alltoall cube:40
refused 2 "2\^26|67108864" plan alltoall 1048576x1048576
refused 2 "2\^26|67108864" bound broadcast 99999999999999999999

# Numbers.
refused 2 "--root 8: not a node; the network has nodes 0 to 7" plan broadcast cube:3 --root 8
refused 2 "--root 99999999999: too large" plan broadcast cube:3 --root 99999999999
refused 2 "--root '-1': not a number" plan broadcast cube:3 --root -1
refused 2 "--root '\+1': not a number" plan broadcast cube:3 --root +1
refused 2 "--root '3x': not a number" plan broadcast cube:3 --root=3x
refused 2 "--root '': not a number" plan broadcast cube:3 --root ""
refused 2 "--root needs a value" plan broadcast cube:3 --root
refused 2 "--to 9: not a node" plan send cube:3 --to 9
refused 2 "--ports 0" plan alltoall cube:3 --ports 0
refused 2 "--ports 'two': not a number" plan alltoall cube:3 --ports two
refused 2 "--memory 0: " plan alltoall cube:3 --memory 0
refused 2 "--seed means nothing here" plan alltoall cube:3 --seed 1
refused 2 "--seed means nothing here" bound permute cube:3 --permutation reverse --seed 1
refused 2 "--ports 4: a node of this network has only 3" plan alltoall cube:3 -p4
refused 2 "--packets 0" plan alltoall cube:3 --packets 0
refused 2 "--packets 0" bound alltoall cube:3 --packets 0
refused 2 "--groups 0" plan broadcast 3x3 --bytes 64K -g 0
refused 2 "--groups 0" simulate alltoall cube:3 --groups 0 --bytes 64K
refused 2 "--memory '4Q': not a size" plan alltoall cube:3 --memory 4Q
refused 2 "--memory 99999999999T: too large" plan alltoall cube:3 --memory 99999999999T
refused 2 "--clock 'sundial': choose unit\|linear" plan alltoall cube:3 --clock sundial
refused 2 "--replay 'some': choose" plan alltoall cube:3 --replay some
refused 2 "--seed 18446744073709551616: too large" plan alltoall cube:3 --seed 18446744073709551616

# Options that contradict each other, the task or the command.
refused 2 "--root means nothing to alltoall" plan alltoall cube:3 --root 1
refused 2 "--to means nothing to broadcast" plan broadcast cube:3 --to 1
refused 2 "--sources means nothing to send" plan send cube:3 --to 1 --sources 0
refused 2 "send needs --to" plan send cube:3
refused 2 "isotropic needs --offsets" plan isotropic cube:3
refused 2 "permute needs --permutation" bound permute cube:3
refused 2 "multibroadcast needs --sources" plan multibroadcast cube:3
refused 2 "neighbors needs a distance" plan neighbors cube:3
refused 2 "in two ways" plan neighbors cube:3 1..2 --distance 1..2
refused 2 "in two ways" plan neighbors cube:3 --far 2 --distance 1..2
refused 2 "--near needs --far" plan neighbors cube:3 --near 2
refused 2 "--near 3 is farther than --far 2" plan neighbors cube:3 --near 3 --far 2
refused 2 "the first distance is the larger" plan neighbors cube:3 --distance 3..2
refused 2 "write K..L" plan neighbors cube:3 --distance 1-2
refused 2 "--bytes is missing" plan alltoall cube:3 --tau 1
refused 2 "--beta mean nothing on the unit clock" plan alltoall cube:3 --beta 1 --clock unit
refused 2 "--packets means nothing on the linear clock" plan broadcast cube:3 --clock linear --packets 2
refused 2 "--beta is missing" plan broadcast cube:3 --clock linear --bytes 1 --tau 1
refused 2 "check does not take --to" check x --to 1
refused 2 "bound does not take --output" bound alltoall cube:3 -o x
refused 2 "simulate does not take --clock" simulate alltoall cube:3 --clock unit
refused 2 "--json takes no value" plan alltoall cube:3 --json=yes
refused 2 "--root is given twice" plan broadcast cube:3 --root 1 --root 2
refused 2 "unknown option '-z'" plan alltoall cube:3 -z
refused 2 "an argument is missing; usage: linkbound plan TASK NETWORK" plan alltoall
refused 2 "^linkbound: plan: one argument too many, 'extra'" plan alltoall cube:3 extra
refused 2 "usage: linkbound demo$" demo x
refused 2 "one argument too many, 'b'" check a b
refused 2 "one argument too many" version x

# Lists.
refused 2 "--sources: 8 is not a node" plan multibroadcast cube:3 --sources 0,8
refused 2 "--sources: the list ends in a comma" plan multibroadcast cube:3 --sources 0,
refused 2 "--sources: cannot read ',1'" plan multibroadcast cube:3 --sources ,1
refused 2 "--sources: cannot read '1x'" plan multibroadcast cube:3 --sources 0,1x
refused 2 "--sources: the range 5-3 runs backwards" plan multibroadcast cube:3 --sources 5-3
refused 2 "--sources: an entry that is there 0 times" plan multibroadcast cube:3 --sources '1*0'
refused 2 "--sources: more than" plan multibroadcast cube:3 --sources '1*4000000000'
refused 2 "--sources: 9999999999999 is too large" plan multibroadcast cube:3 --sources 9999999999999
refused 2 "--sources: .*/none: No such file" plan multibroadcast cube:3 --sources "@$work/none"
refused 2 "--sources is empty" plan multibroadcast cube:3 --sources ""
refused 2 "--sources: cannot read 'none,1'" plan multibroadcast cube:3 --sources none,1
printf 'a\0b' >"$work/binary"
refused 2 "not text" plan multibroadcast cube:3 --sources "@$work/binary"
printf ' \n ' >"$work/blank"
refused 2 "the list is empty" plan multibroadcast cube:3 --sources "@$work/blank"
refused 2 "a tuple needs 3 digits" bound isotropic 4x4x4 --offsets '1,0;0,1'
refused 2 "a tuple needs 3 digits" bound isotropic 4x4x4 --offsets '1,0,0,0;0,1,0'
refused 2 "closing parenthesis" bound isotropic 4x4x4 --offsets '(1,0,0'
refused 2 "digit -4 in dimension 1, whose radix is 4" bound isotropic 4x4x4 --offsets '(1,-4,0)'
refused 2 "not -?[0-9]+|entries" plan permute cube:3 --permutation 0-6
refused 2 "receives twice" plan permute cube:3 --permutation 0-6,6
refused 2 "radices do not allow it" plan permute 3x4 --permutation transpose
refused 2 "12 nodes are not a power of two" plan permute 3x4 --permutation bit-reversal
refused 2 "needs a square grid" plan permute 3x4 --permutation quarter-turn
refused 2 "needs a square grid" plan permute cube:3 --permutation half-turn-gray
refused 2 "Gray codes are for hypercubes" plan permute 4x4 --permutation quarter-turn-gray
refused 2 "which two nodes" plan permute cube:3 --permutation swap
refused 2 "which two nodes" plan permute cube:3 --permutation swap:1-2-3
refused 2 "not two of the nodes 0 to 7" plan permute cube:3 --permutation swap:1-8
refused 2 "not two of the nodes 0 to 7" plan permute cube:3 --permutation swap:3-3
refused 2 "the seed is a whole number" plan permute cube:3 --permutation random:-1
refused 2 "the seed is a whole number" plan permute cube:3 --permutation random:99999999999999999999
refused 2 "nothing may follow it" plan permute cube:3 --permutation rotation:1
refused 2 "cannot do this permute: it is for translations" \
    plan permute cube:3 --permutation rotation --algorithm inversion --clock linear
refused 2 "cannot do this permute: it is for permutations that swap" \
    plan permute cube:4 --permutation shuffle --algorithm transpose-blocks --clock linear --groups 2

# The linear clock's cost.
refused 2 "simulate needs --bytes, --tau and --beta" simulate broadcast cube:3
refused 2 "--tau is missing" simulate broadcast cube:3 --bytes 64 --beta 1
refused 2 "--tau -1: must not be negative" simulate broadcast cube:3 --bytes 64 --tau -1 --beta 1
refused 2 "--beta 'fast': not a number" simulate broadcast cube:3 --bytes 64 --tau 1 --beta fast
refused 2 "--beta '1/0': not a number" simulate broadcast cube:3 --bytes 64 --tau 1 --beta 1/0
refused 2 "--tau 1e60: too large" simulate broadcast cube:3 --bytes 64 --tau 1e60 --beta 1
refused 2 "--bytes '-4'" simulate broadcast cube:3 --bytes -4 --tau 1 --beta 1
refused 2 "--bytes '4kbit'" simulate broadcast cube:3 --bytes 4kbit --tau 1 --beta 1
for command in simulate bound "plan --clock linear"; do
    # shellcheck disable=SC2086 # a command and its options
    refused 2 "a message of 0 bytes: there is nothing to send" $command broadcast cube:3 --bytes 0 --tau 1 --beta 1
done
works simulate broadcast cube:3 --bytes 4k --tau 1 --beta 1
says "4096 bytes"

# Nothing at all: a short usage, and the status of an error.
status=0
"$LINKBOUND" >"$work/out" 2>"$work/err" || status=$?
[ $status -eq 2 ] || wrong "status $status without arguments"
[ ! -s "$work/out" ] || wrong "the usage went to stdout"
grep -q "usage: linkbound" "$work/err" || wrong "no usage"
[ "$(wc -L <"$work/err")" -le 80 ] || wrong "the usage is wide"
for command in $(sed -n 's/^  \([a-z-]*\) .*/\1/p' <<<"$("$LINKBOUND" help)"); do
    [ "$command" = help ] || [ "$command" = version ] || grep -qw "$command" "$work/err" || wrong "the usage leaves out $command"
done
# What it says to try works.
sed -n 's/^  linkbound \(demo\|plan\|compare\|draw\|explain\)/\1/p' "$work/err" | sed 's/   .*//' >"$work/try"
[ "$(wc -l <"$work/try")" -eq 5 ] || wrong "there is not what to try: $(cat "$work/try")"
while read -r line; do
    # shellcheck disable=SC2086 # a command and its options
    works $line
done <"$work/try"

# Help and version, everywhere.
for command in plan check bound simulate run tune compare faults matrix tree draw export list networks papers explore demo help version; do
    for ask in --help -h; do
        works "$command" $ask
        says "usage: linkbound $command"
        ! grep -qE ' $' "$work/out" || wrong "blanks at the end of a line: $command $ask"
    done
    works help "$command"
    says "usage: linkbound $command"
done
works --help
says "reduce-scatter"
works --version
says "^linkbound [0-9]+\.[0-9]+\.[0-9]+$"
longest=$("$LINKBOUND" help | wc -L)
[ "$longest" -le 80 ] || wrong "the help is $longest columns wide"
for command in $("$LINKBOUND" help | sed -n 's/^  \([a-z-]*\)  .*/\1/p'); do
    longest=$("$LINKBOUND" help "$command" | wc -L)
    [ "$longest" -le 80 ] || wrong "help $command is $longest columns wide"
done

# No output of a usual size is wider, and one is one.
narrow() {
    works "$@"
    longest=$(LC_ALL=C.UTF-8 wc -L <"$work/out")
    [ "$longest" -le 80 ] || wrong "$* is $longest columns wide"
}
narrow wire cube:3
narrow wire ring:2
says "2 hosts, 1 cable, 1 port on each host"
narrow plan allreduce 3x5 --explain
narrow corpus "$work/corpus"
narrow networks ring:2
narrow networks 1
says "^.*: 1 node of degree 0"
narrow draw send ring:2 --to 1 --ascii
says "1 step;"
narrow export csv send ring:2 --to 1 -o "$work/out.csv"
narrow papers 003 --html "$work/html" --most 3
! grep -E '(^|[^0-9.])1 (tables|pictures|rows|steps|nodes|ports|cables|hosts)' "$work/out" || wrong "one is many"

# A command takes the options that its help lists, whatever their place among all options, and no others.
options_of() {
    "$LINKBOUND" help "$1" | grep -oE '^  +(-., )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort -u
}
all=$(for command in plan draw exec matrix wire explore papers run; do options_of "$command"; done | sort -u)
[ "$(echo "$all" | wc -l)" -gt 50 ] || wrong "not all options are listed: $all"
for command in check tree; do
    listed=$(options_of "$command")
    for option in $all; do
        "$LINKBOUND" "$command" "$option=" >"$work/out" 2>"$work/err" || true
        if grep -q "does not take" "$work/err"; then
            ! grep -qxF -- "$option" <<<"$listed" || wrong "$command lists $option, and does not take it"
        else
            grep -qxF -- "$option" <<<"$listed" || wrong "$command takes $option, and does not list it"
        fi
    done
done
finish
