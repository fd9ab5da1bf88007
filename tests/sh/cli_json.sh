#!/usr/bin/env bash
# --json: one object, these keys and no others, values of the right kind.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
command -v jq >/dev/null || exit 77

# holds FILTER: the last output is one object of which this is true.
holds() {
    [ "$(jq -s 'length == 1 and (.[0] | type) == "object"' "$work/out")" = true ] || wrong "not one object"
    jq -e "$1" "$work/out" >"$work/jq" || wrong "not so: $1 in $(head -c 600 "$work/out")"
}

keys='"algorithm","checked","clock","mean_delay","mean_delay_bound","peak_stored","total_delay","network","nodes","optimal","peak_bytes","plan_seconds","ports","steps",
      "steps_bound","task","transmissions","transmissions_bound","utilisation","witness","tried"'
times='"formula","formula_time","formula_time_exact","groups","ideal_time","ideal_time_exact","packets_sent","time",
       "time_bound","time_bound_exact","time_exact"'

works plan alltoall cube:3 --json
holds "keys == ([$keys] | sort)"
holds '.network == "cube:3" and .nodes == 8 and .task == "alltoall" and .clock == "unit" and .ports == 3'
holds '.steps >= .steps_bound and .transmissions == 96 and .transmissions_bound == 96 and .checked == "full"'
holds '.utilisation > 0 and .utilisation <= 1 and (.witness | length) > 10'
holds '.optimal == (.steps == .steps_bound and .transmissions == .transmissions_bound)'
# The memory of the whole process, which is more than the plan's few hundred bytes.
holds '.peak_bytes >= 500000 and .peak_bytes % 1024 == 0'
works plan allgather ring:5 --json --replay relative
holds '.checked == "relative"'
works plan broadcast cube:3 --root 5 --json
holds ".root == 5 and keys == ([$keys,\"root\"] | sort)"
works plan send cube:3 --root 1 --to 6 --json --ports 1
holds '.root == 1 and .to == 6 and .ports == 1'
works plan multibroadcast cube:3 --sources '4,1*2' --json
holds '.sources == [1,1,4]'
works plan isotropic ring:5 --offsets '(-1);(1)' --json
holds '.offsets == [1,4]'
works plan permute 4 --permutation 1,2,3,0 --json
holds '.permutation == [1,2,3,0]'
works plan neighbors 4x4 --distance 1..2 --json
holds '.near == 1 and .far == 2'
works plan allreduce 3x5 --json
holds '(.tried | length) > 3 and ([.tried[] | .steps // 99] | min) == .steps and (.tried[0].outcome | length) > 3'
works plan allreduce 3x5 --json --effort 0
holds '(.tried | length) == 0'
works plan alltoall 1 --json
holds '.steps == 0 and .optimal and .utilisation == 0 and .mean_delay == 0'

works plan broadcast cube:3 --clock linear --json
holds "keys == ([$keys,$times,\"root\"] | sort) and .time == null and .steps_bound == null"
works plan broadcast cube:3 --clock linear --bytes 1K --tau 1/3 --beta 2 --json
holds "keys == ([$keys,$times,\"root\"] | sort) and .time >= .time_bound"
works simulate broadcast cube:3 --bytes 1K --tau 0.3 --beta 2.5 --json --algorithm broadcast-1
holds '.time == 929.1 and .time_exact == "9291/10" and .bytes == 1024 and .tau == "3/10" and .beta == "5/2"'
holds '.time_bound <= .time and .critical_packets == 3'
holds '(.critical | length) == 3 and .critical[0].start == "0" and .critical[2].finish == .time_exact'
holds '[.critical[] | keys == ["bytes","finish","from","start","step","to"] and .bytes == 1024] | all'
holds '(.link_busy | length) == 24 and (.link_busy | max) == .busiest_link and (.link_busy | add) == 7 * 309.7'
holds '.ideal_time_exact == .time_exact and .packets_sent == .transmissions'
holds '.formula_time_exact == .time_exact and (.formula | type) == "string" and .groups == null'
# Whole bytes: halves of a byte are not sent, nor are packets without any.
works simulate broadcast cube:3 --bytes 2 --tau 1/2 --beta 10 --json --algorithm broadcast-2
holds '.time_exact == "63/2" and .ideal_time_exact == "31" and .packets_sent == 14 and .transmissions == 21'
holds '([.critical[] | .bytes] | add) == 3 and (.optimal | not)'
works simulate alltoall cube:3 --bytes 8 --tau 1 --beta 1 --json
holds '(.link_busy | length) == 3 and (.link_busy | max) == .busiest_link'
works simulate scatter cube:10 --bytes 8 --tau 1 --beta 1 --json
holds 'has("link_busy") and .link_busy == null'

works bound alltoall 4x4 --json
holds '.steps_bound == 8 and .transmissions_bound == 512 and (has("time_bound") | not)'
works bound alltoall 4x4 --json --bytes 1 --tau 1 --beta 1
holds '.time_bound >= 8 and (.time_witness | type) == "string"'

works list --json
holds '(.algorithms | length) > 5 and ([.algorithms[] | .tasks | length > 0] | all)'
works list alltoall 3x3 --json
holds '[.algorithms[] | .networks != "cubes" and (.tasks | index("alltoall") != null)] | all'

name=$'we"ird\\\n\001\377.jsonl'
works plan gather 3x3 -q -o "$work/$name"
works check "$work/$name" --json
holds '.ok and .rule == null and .line == null and .steps >= .steps_bound and .task == "gather"'
holds '.file | endswith("we\"ird\\\n\u0001\ufffd.jsonl")'

# A broken file: the object says what the line on stderr says.
sed '$d' "$work/$name" >"$work/short.jsonl"
status=0
"$LINKBOUND" check "$work/short.jsonl" --json >"$work/out" 2>"$work/err" || status=$?
[ $status -eq 1 ] || wrong "status $status for a schedule that lacks a move"
[ "$(wc -l <"$work/err")" -eq 1 ] || wrong "not one line"
holds '(.ok | not) and (.rule | type) == "string" and (.message | length) > 10'
holds '.rule == "counts" and .block == null and (.transmissions | type) == "number" and .mean_delay == null'
grep -qF "$(jq -r .rule "$work/out"): " "$work/err" || wrong "stderr and JSON name different rules"

# breaks RULE FILTER HEADER MOVE...: the rule that this schedule breaks, and what the object says.
breaks() {
    local rule=$1 filter=$2
    shift 2
    printf '%s\n' "$@" >"$work/broken.jsonl"
    "$LINKBOUND" check "$work/broken.jsonl" --json >"$work/out" 2>"$work/err" && wrong "nothing is broken: $rule"
    holds ".rule == \"$rule\" and ($filter)"
}
square='"linkbound":1,"network":"2x2","ports":2,"clock":"unit","algorithm":"by hand","denominator":1'
breaks held '.block == [0,null] and .steps == null and .transmissions == null and .utilisation == null and
             .mean_delay == null and .total_delay == null and .peak_stored == null and .steps_bound == 2' \
    "{$square,\"task\":\"broadcast\",\"steps\":1,\"moves\":1}" '{"step":1,"from":1,"to":3,"data":[[0]]}'
breaks delivered '.block == [0,3] and .to == 3 and .from == null and .steps == 1 and .transmissions == 1' \
    "{$square,\"task\":\"send\",\"to\":3,\"steps\":1,\"moves\":1}" '{"step":1,"from":0,"to":1,"data":[[0,3]]}'
breaks delivered '.block == [null,0]' "{$square,\"task\":\"reduce\",\"steps\":0,\"moves\":0}"
breaks link '.block == null and .from == 0 and .to == 3' \
    "{$square,\"task\":\"broadcast\",\"steps\":1,\"moves\":1}" '{"step":1,"from":0,"to":3,"data":[[0]]}'

"$LINKBOUND" plan alltoall cube:2 --json -o - >"$work/schedule" 2>"$work/out"
holds '.task == "alltoall"'
# Every command: one object, or one line that it does not take --json. Those that write files say which.
asked() { # of the command, what makes it work
    case $1 in
        plan | bound | draw) echo "$1 alltoall cube:2" ;;
        simulate | compare) echo "$1 broadcast cube:2 --bytes 1K --tau 1 --beta 1" ;;
        run) echo "run broadcast cube:2 --count 1" ;;
        faults) echo "faults broadcast cube:2" ;;
        matrix) echo "matrix transpose cube:2 --size 4" ;;
        tree) echo "tree binomial cube:2" ;;
        export) echo "export csv alltoall cube:2" ;;
        check) echo "check $work/schedule" ;;
        corpus) echo "corpus $work/corpus" ;;
        explain) echo "explain broadcast-1" ;;
        wire) echo "wire cube:2" ;;
        explore) echo "explore --no-open" ;;
        list | networks | papers | help | version) echo "$1" ;;
    esac
}
cp "$LINKBOUND" "$work/linkbound" # with a page of its own, for explore
printf '<!doctype html>\n' >"$work/explorer.html"
LINKBOUND=$work/linkbound
for command in $("$LINKBOUND" help --json | jq -r '.commands[].name'); do
    takes=$("$LINKBOUND" help "$command" --json | jq '.commands[0].options | index("--json") != null')
    line=$(asked "$command")
    # shellcheck disable=SC2086 # a command and its options
    case $command in
        tune | discover) [ "$takes" = true ] || wrong "$command does not take --json" ;; # needs mpirun
        exec | demo) refused 2 "^linkbound: $command does not take --json" "$command" --json ;;
        draw) refused 2 "draw --json says what was written and where: -o FILE" $line --json && line="$line -o $work/out.svg" ;;
        export) refused 2 "export --json says what was written and where: -o FILE" $line --json -o - && line="$line -o $work/out.csv" ;;
    esac
    [ -n "$line" ] || continue
    # shellcheck disable=SC2086 # a command and its options
    works $line --json
    holds 'length > 0'
done
works draw allreduce cube:3 --what timeline -o "$work/line.svg" --json
holds ".file == \"$work/line.svg\" and .format == \"svg\" and .what == \"timeline\" and .bytes == $(wc -c <"$work/line.svg")"
holds '.title == "allreduce on cube:3 (8 nodes, 3 ports; 8 blocks)"'
works export chakra allreduce cube:2 --bytes 1K --link 1Gbit --latency 1us -o "$work/rank" --json
holds ".format == \"chakra\" and .files == [\"$work/rank.0.et\",\"$work/rank.1.et\",\"$work/rank.2.et\",\"$work/rank.3.et\"]"
holds '.time > 0 and .time_unit == "ns"'
works corpus "$work/corpus" --json
holds ".schedules == $(($(wc -l <"$work/corpus/verdicts.tsv") - 1))"
works explore -o "$work/page.html" --no-open --json
holds ".address == \"file://$work/page.html\" and .file == \"$work/page.html\" and .opened == false"
refused 2 "explore --json says where the page is" explore -o - --json
works version --json
holds ".version == \"$("$LINKBOUND" --version | cut -d' ' -f2)\""
finish
