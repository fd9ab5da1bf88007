# bash completion for linkbound

_linkbound_tasks="broadcast scatter gather allgather alltoall reduce reduce-scatter allreduce send permute isotropic
    neighbors multibroadcast scan exscan"

# What compgen finds, one answer a line.
_linkbound_reply() {
    mapfile -t COMPREPLY < <(compgen "$@")
}

# Networks; the machines that are known by name once it is clear that one is meant.
_linkbound_networks() {
    local names="cube:4 cube:6 ring:8 4x4 4x4x4 8x8 machine:"
    case $1 in
        m*) names="mesh:8x4 $("${words[0]}" networks --names 2>/dev/null)" ;;
    esac
    _linkbound_reply -W "$names" -- "$1"
}

# Options of a command.
_linkbound_options() {
    local task="--root --to --sources --offsets --stencil --permutation --distance --near --far --ports --seed
        --without --without-node"
    local cost="--bytes --tau --beta --hop --link --latency --profile" check="--replay --memory" look="--color --help"
    case $1 in
        plan) echo "$task $cost $check $look --algorithm --rule --tree --order --groups --effort --wisdom --slots --packets --clock --output --json --quiet --explain" ;;
        check) echo "--memory --schedule --network --root $look --json --quiet" ;;
        bound) echo "$task $cost $look --slots --packets --json" ;;
        simulate) echo "$task $cost $check $look --algorithm --rule --tree --order --groups --effort --wisdom --slots --path --schedule --network --json --quiet" ;;
        run)
            echo "$task $cost $check $look --algorithm --rule --tree --order --groups --effort --wisdom --packets --clock --count --trace --schedule --network --json" \
                "--quiet"
            ;;
        matrix)
            echo "$check $look --size --element --layout --to-layout --tau --beta --link --latency --profile" \
                "--algorithm --groups --ports --json --quiet"
            ;;
        faults) echo "$task $look --packets --links --trials --json --quiet" ;;
        compare) echo "$task $cost $look --points --plot --frontier --svg --schedule --network --json --quiet" ;;
        wire) echo "$look --hosts --interfaces --node --json" ;;
        tree) echo "$look --root --node --json" ;;
        tune) echo "$look --output --json --quiet" ;;
        discover) echo "$look --output --profile --json --quiet" ;;
        draw)
            echo "$task $cost $check $look --algorithm --rule --tree --order --groups --effort --wisdom --packets --clock --what --step" \
                "--node --points --ascii --schedule --network --output --json --quiet"
            ;;
        export)
            echo "$task $cost $check $look --algorithm --rule --tree --order --groups --effort --wisdom --packets --clock --schedule --network" \
                "--output --json --quiet"
            ;;
        list | networks | explain) echo "$look --json" ;;
        papers) echo "--bytes --tau --beta $look --most --html --json --quiet" ;;
        exec) echo "--network --hosts --slots --mpi --summary --nonblocking --collectives --without --profile --help" ;;
        explore) echo "--output --story --port --no-open --json --help" ;;
        corpus) echo "--json --quiet --help" ;;
        demo) echo "$look" ;;
        help | version) echo "--json --help" ;;
        *) echo "--help --version" ;;
    esac
}

# Which operand the current word is (0 is the first) after the command; words that are options or their values do not
# count. Also sets task to the first operand.
_linkbound_place() {
    local i word
    place=0
    task=
    for ((i = 2; i < cword; i++)); do
        word=${words[i]}
        case $word in
            --json | --quiet | --path | --plot | --frontier | --ascii | --no-open | --summary | --nonblocking | --help | -j | -q | -h) ;;
            --*=*) ;;
            -o | -a | -p | -g | --*) i=$((i + 1)) ;;
            *)
                [ "$place" -gt 0 ] || task=$word
                place=$((place + 1))
                ;;
        esac
    done
}

_linkbound_value() {
    local option=$1 cur=$2 task=$3
    case $option in
        --algorithm | -a)
            # shellcheck disable=SC2086 # no task means no word
            _linkbound_reply -W "$("${words[0]}" list --names $task 2>/dev/null)" -- "$cur"
            ;;
        --clock) _linkbound_reply -W "unit linear" -- "$cur" ;;
        --ports | -p) _linkbound_reply -W "one all" -- "$cur" ;;
        --rule) _linkbound_reply -W "farthest nearest first random" -- "$cur" ;;
        --tree) _linkbound_reply -W "$("${words[0]}" tree --names 2>/dev/null)" -- "$cur" ;;
        --order) _linkbound_reply -W "postorder breadth-first reverse-breadth-first" -- "$cur" ;;
        --stencil) _linkbound_reply -W "moore:1 moore:2 vonneumann:1 vonneumann:2" -- "$cur" ;;
        --layout | --to-layout)
            _linkbound_reply -W "rows columns submatrices rows:striped rows:gray submatrices:gray" -- "$cur"
            ;;
        --network) _linkbound_networks "$cur" ;;
        --story) _linkbound_reply -W "doubling necklaces waves exchange fault" -- "$cur" ;;
        --mpi) _linkbound_reply -W "openmpi mpich" -- "$cur" ;;
        --replay) _linkbound_reply -W "auto full relative" -- "$cur" ;;
        --color) _linkbound_reply -W "auto always never" -- "$cur" ;;
        --permutation)
            _linkbound_reply -W "antipode bit-reversal complement half-turn half-turn-gray inversion quarter-turn quarter-turn-gray random reflection reverse rotation shuffle swap transpose" -- "$cur"
            ;;
        --what) _linkbound_reply -W "network tree timeline matrix curves" -- "$cur" ;;
        --step) _linkbound_reply -W "all 1 2 3" -- "$cur" ;;
        --output | -o | --svg | --schedule | --wisdom)
            compopt -o filenames 2>/dev/null
            _linkbound_reply -f -- "$cur"
            ;;
        --html)
            compopt -o filenames 2>/dev/null
            _linkbound_reply -d -- "$cur"
            ;;
        --without | --without-node | --links | --trials | \
            --root | --node | --to | --sources | --offsets | --distance | --near | --far | --seed | --bytes | \
            --tau | --beta | --hop | --link | --latency | --memory | --packets | --most | --groups | -g | --effort | --points | --count | \
            --size | --element | --port | --slots) ;;
        *) return 1 ;;
    esac
    return 0
}

_linkbound() {
    local cur prev words cword place task command
    COMPREPLY=()
    words=("${COMP_WORDS[@]}")
    cword=$COMP_CWORD
    cur=${words[cword]}
    prev=${words[cword - 1]}
    command=${words[1]-}
    if [ "$cword" -eq 1 ]; then
        _linkbound_reply -W "plan check bound simulate run tune discover exec wire compare faults matrix tree draw export corpus list explain networks papers explore demo help version --help --version" -- "$cur"
        return
    fi
    # A colon breaks words: machine:dgx arrives as the three words machine, : and dgx.
    if [ "$prev$cur" = machine: ] || [ "${words[cword - 2]-}$prev" = machine: ]; then
        [ "$cur" != : ] || cur=
        _linkbound_reply -W "$("${words[0]}" networks --names 2>/dev/null | sed 's/^machine://')" -- "$cur"
        return
    fi
    _linkbound_place
    [ "$command" != matrix ] || task= # its first word is no task
    [ "$command" != export ] || task=
    # --clock=unit arrives as the three words --clock, = and unit.
    if [ "$cur" = "=" ]; then
        cur=
    elif [ "$prev" = "=" ]; then
        prev=${words[cword - 2]}
    fi
    _linkbound_value "$prev" "$cur" "$task" && return
    case $cur in
        -*)
            _linkbound_reply -W "$(_linkbound_options "$command")" -- "$cur"
            return
            ;;
    esac
    case $command:$place in
        explain:0) _linkbound_reply -W "$("${words[0]}" list --names 2>/dev/null)" -- "$cur" ;;
        plan:0 | bound:0 | simulate:0 | run:0 | compare:0 | faults:0 | list:0 | draw:0 | export:1 | explore:0) _linkbound_reply -W "$_linkbound_tasks" -- "$cur" ;;
        plan:1 | bound:1 | simulate:1 | run:1 | compare:1 | faults:1 | list:1 | draw:1 | export:2 | explore:1)
            _linkbound_networks "$cur"
            ;;
        export:0) _linkbound_reply -W "dot csv msccl goal trace mscclpp chakra" -- "$cur" ;;
        networks:0) _linkbound_networks "$cur" ;;
        wire:0) _linkbound_networks "$cur" ;;
        wire:1) _linkbound_reply -W "table ip networkd lines" -- "$cur" ;;
        tree:0) _linkbound_reply -W "$("${words[0]}" tree --names 2>/dev/null)" -- "$cur" ;;
        tree:1) _linkbound_networks "$cur" ;;
        matrix:0) _linkbound_reply -W "transpose quarter-turn half-turn restore" -- "$cur" ;;
        matrix:1) _linkbound_networks "$cur" ;;
        check:0 | corpus:0)
            compopt -o filenames 2>/dev/null
            _linkbound_reply -f -- "$cur"
            ;;
        papers:0) _linkbound_reply -W "all $("${words[0]}" papers --names 2>/dev/null)" -- "$cur" ;;
        help:0) _linkbound_reply -W "plan check bound simulate run tune discover exec wire compare faults matrix tree draw export corpus list explain networks papers explore demo help version" -- "$cur" ;;
    esac
}

complete -F _linkbound linkbound
