#!/usr/bin/env bash
# linkbound papers: the list, paper 000's table and figures, 001's formulas, and 002's. The golden file is tests/data/cli_papers_000.txt.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

# The list has every paper of docs/papers.md, and says which can be reproduced.
works papers
for number in $(grep -oE '^\| [0-9]{3}' "$SRC/docs/papers.md" | tr -d '| '); do
    says "^$number  "
done
says "Bertsekas, C\. Ozveren"
says "papers 000 reproduces Table 1"
says "papers 001 reproduces every boxed formula"
says "papers 002 reproduces every figure"
says "papers 003 reproduces its totals"
says "papers 004 reproduces Tables 1 and 2, every figure"
says "papers 005 reproduces its congestion deficiency"
missing=$(grep -c 'not reproduced yet' "$work/out") || true
works papers --names
[ "$(wc -l <"$work/out")" -eq $((6 - missing)) ] || wrong "names: $(cat "$work/out")"
for number in 000 001 002 003 004 005; do
    says "^$number$"
done

# pin NAME: the last output is, to the byte, what it was (tests/golden/papers.txt; PIN=1 renews that).
pin() {
    command -v python3 >/dev/null || return 0
    python3 "$SRC/tests/sh/pinned.py" "$SRC/tests/golden/papers.txt" "$1" "$work/out" || wrong "$1"
}
works papers
pin list
LC_ALL=C.UTF-8 works papers
pin list-utf8

# 000 as people see it.
works papers 000 --most 6
diff -u "$SRC/tests/data/cli_papers_000.txt" "$work/out" || wrong "papers 000 --most 6 has changed"
[ "$(wc -L <"$work/out")" -le 80 ] || wrong "wider than 80 columns"
works papers 000 --most=1
says "Checked: form of the plan for d = 1\.$"
grep -q $'\033' "$work/out" && wrong "colour in a pipe"
works papers 000 --most 9 # two digits, and wide columns
pin 000-text-9
LC_ALL=C.UTF-8 COLUMNS=60 works papers 000 --most 2 --color always
pin 000-text-2-utf8
works papers 000 --most 2 --color always
says $'^\033\\[1mFigure 6'

# 001 as people see it.
works papers 001
pin 001-text
[ "$(wc -L <"$work/out")" -le 80 ] || wrong "wider than 80 columns"
grep -qE '!$| $' "$work/out" && wrong "001: a row that does not hold, or blanks at the end of a line"
grep -q "Not in Linkbound" "$work/out" && wrong "001: an algorithm is missing"
says "^   5 +13/5  2\.600000 .*  printed: 2 2/3$"
says "^  3 +9 +7480/3 +7480/3 +1\.113 +1\.484 +2493\.21 +\+0\.00%$"
says "^  7  7 +7 +8 +9 +11 +16 +64 of 64 +64 of 64$"
for cost in "--bytes 1" "--bytes 37 --beta 1/7" "--bytes 1000 --beta 100" "--tau 0"; do
    # shellcheck disable=SC2086 # options and their values
    works papers 001 --most 4 $cost
    pin "001-text-4$(tr -d ' ' <<<"$cost")"
    grep -qE '!$' "$work/out" && wrong "001 $cost: a row that does not hold"
done

# 002 as people see it.
works papers 002 --most 5
pin 002-text-5
[ "$(wc -L <"$work/out")" -le 80 ] || wrong "wider than 80 columns"
grep -qE '!$| $' "$work/out" && wrong "002: a row that does not hold, or blanks at the end of a line"
says "^  cube:3 +18 +18 .* 2\.571  optimal$"
says "^  10x10x10 +1250 .* 1264$"
says "^  16 +36 +36 +32 +32 +32"

# 005 as people see it.
works papers 005 --most 6
pin 005-text-6
grep -qE '!$| $' "$work/out" && wrong "005: a row that does not hold, or blanks at the end of a line"
says "^  8x8 +64 +12 +828 +756 +1\.0952 +1\.0952$"
says "printed: 1\.19"
refused 2 "--most 3: .* 12-cube" papers 005 --most 3

# 004 as people see it.
works papers 004
pin 004-text
[ "$(wc -L <"$work/out")" -le 80 ] || wrong "wider than 80 columns"
grep -qE '!$| $' "$work/out" && wrong "004: a row that does not hold, or blanks at the end of a line"
says "^  12 +76 +17 +2048 +351 +335 +341\.25 1\.0286$"
says "^  40 +1048816 +52518 .* 27487790694\.38 1\.0000  f$"
says "^   8 +72 +32 +191 +191 +96 +72 +247  R,BL printed: 16$"
for cost in "--bytes 1" "--bytes 37 --beta 1/7" "--beta 10000" "--tau 0" "--beta 0"; do
    # shellcheck disable=SC2086 # options and their values
    works papers 004 --most 6 $cost
    pin "004-text-6$(tr -d ' ' <<<"$cost")"
    grep -qE '!$' "$work/out" && wrong "004 $cost: a row that does not hold"
done

# What cannot be.
refused 2 "--most 1: .* 24-cube" papers 004 --most 1
refused 2 "--most 25: .* 24-cube" papers 004 --most 25
refused 2 "--bytes 0: there is nothing to send" papers 004 --bytes 0
refused 2 "does not fit 63 bits" papers 004 --most 3 --bytes 1T --tau 123456789012/123456789011
refused 2 "--most 1: .* 16-cube" papers 002 --most 1
refused 2 "--most 17: .* 16-cube" papers 002 --most 17
refused 2 "unknown paper 'Johnson'; did you mean johnsson" papers Johnson
refused 2 "unknown paper '00'; did you mean 000" papers 00
refused 2 "unknown paper '0000'; did you mean 000" papers 0000
refused 2 "unknown paper 'hypercubes'; linkbound papers lists their numbers, authors and years" papers hypercubes
refused 2 "--most 2: .* 10-cube" papers 003 --most 2
refused 2 "--most 11: .* 10-cube" papers 003 --most 11
refused 2 "paper 003 has no times" papers 003 --tau 1
refused 2 "--most 0: .* 8-cube" papers 001 --most 0
refused 2 "--most 9: .* 8-cube" papers 001 --most 9
refused 2 "--bytes 0: there is nothing to send" papers 001 --bytes 0
refused 2 "tau\*m > 1000000\*beta" papers 001 --beta 0
refused 2 "--tau -1: must not be negative" papers 001 --tau -1
refused 2 "paper 000 has no times" papers 000 --tau 1
refused 2 "--beta needs the number of a paper" papers --beta 1
refused 2 "63" papers 001 --most 2 --tau 1/999999999999 --beta 1/999999999989
refused 2 "--most 0: .* 24-cube" papers 000 --most 0
refused 2 "--most 25: .* 24-cube" papers 000 --most 25
refused 2 "--most 'six': not a number" papers 000 --most six
refused 2 "--most '6x': not a number" papers 000 --most=6x
refused 2 "--most '-1': not a number" papers 000 --most -1
refused 2 "--most 4294967296: too large" papers 000 --most 4294967296
refused 2 "--most needs a value" papers 000 --most
refused 2 "--most needs the number of a paper" papers --most 6
refused 2 "papers does not take --root" papers 000 --root 1
refused 2 "one argument too many, '001'" papers 000 001
refused 2 "plan does not take --most" plan alltoall cube:3 --most 6

command -v jq >/dev/null || finish

# holds FILTER: the last output is one object of which this is true.
holds() {
    [ "$(jq -s 'length == 1 and (.[0] | type) == "object"' "$work/out")" = true ] || wrong "not one object"
    jq -e "$1" "$work/out" >"$work/jq" || wrong "not so: $1 in $(head -c 600 "$work/out")"
}

works papers --json
pin list-json
holds '[.papers[] | .number] == ["000","001","002","003","004","005"]'
holds '[.papers[] | select(.reproducible) | .number] == ["000","001","002","003","004","005"] and (.papers[0].authors | contains("\u00d6zveren"))'

# Table 1, against numbers that are written down here.
works papers 000 --most 13 --json
pin 000-json-13
holds 'keys == ["errata","figure2","figure3","figure4","figure5","figure6","holds","pictures","table1"] and .holds'
holds '(.figure2.rows | length) == 8 and .figure2.holds and .figure2.rows[0].A1 == "000->001  000->010  000->100"'
holds '[.figure5.rows[] | [.phase1,.phase2,.phase3]] == [range(4) | [48,16,0]] + [range(4) | [0,16,48]]'
holds '([.pictures[].figure] | unique) == ["figure1","figure2","figure3","figure4","figure5","figure6","table1"]'
holds '.table1.equal and ([.table1.rows[] | .equal] | all) and (.table1.rows | length) == 39'
holds '[.table1.rows[] | .steps, .transmissions | .formula == .plan and .plan == .bound and (.witness != "")] | all'
q='[1,2,3,4,7,11,19,32,57,103,187,342,631]'
holds "[.table1.rows[] | select(.task == \"scatter\") | .steps.plan] == $q"
holds "[.table1.rows[] | select(.task == \"allgather\") | .steps.plan] == $q"
holds '[.table1.rows[] | select(.task == "alltoall") | .steps.plan] ==
       [1,2,4,8,16,32,64,128,256,512,1024,2048,4096]'
holds '[.table1.rows[] | select(.d == 10) | .transmissions.plan] == [5120,1047552,5242880]'
holds '[.table1.rows[] | select(.d <= 10) | .checked | . == "full" or . == "form"] | all'
holds '[.table1.rows[] | select(.d == 13) | .checked] == ["form","relative","relative"]'

# Figure 3: every node once; bit m of t is 1; it comes from a node reached earlier; E_i are the ends of A_i.
holds '[.figure3[] | .d] == [3,4,5] and ([.figure3[] | .holds] | all)'
holds '[.figure3[] | pow(2; .d) - 1 == ([.classes[].members[].node] | unique | length)] | all'
holds '[.figure3[] | .d as $d | .classes[].members[] |
        .node[$d - .m:$d - .m + 1] == "1" and .m == 1 + (.n - 1) % $d] | all'
holds '[.figure3[] | [.steps[] | .step as $s | .A[] | {key: .to, value: $s}] as $at | ($at | from_entries) as $when |
        .steps[] | .step as $s | (.E == [.A[].to]) and ([.A[] | ($when[.from] // 0) < $s] | all)] | all'
holds '[.figure3[1].classes[] | .name] == ["R11","R21","R22","R31","N4"]'
holds '.figure3[1].classes[2].members == [{node: "0101", n: 9, m: 1}, {node: "1010", n: 10, m: 2}]'

# Figure 4: parents one bit nearer to the root, subtrees as equal as can be.
holds '[.figure4[] | .holds] | all'
holds '[.figure4[] | .sizes | sort] == [[2,2,3],[3,4,4,4]]'
holds '[.figure4[].nodes[] | (.node | gsub("0"; "") | length) - (.parent | gsub("0"; "") | length) == 1] | all'

# Figure 6.
holds '[.figure6.rows[].links[3]] == ["1001","1011","1101","1010","1111","1110","1100","1000"]'
holds '[.figure6.rows[].links[2] | values] == ["0101","0111","0110","0100"]'
holds '[.figure6.rows[].links[1] | values] == ["0011","0010"] and .figure6.rows[0].links[0] == "0001"'
holds '.figure6.holds and .figure6.erratum.missing == "1101"'

# 001, against numbers that are written down here: tau = 1, beta = 40, m = 5040, d = 3..6.
works papers 001 --json
pin 001-json
holds '.holds and (.errata | length) > 10 and .cost == {bytes: 5040, tau: "1", beta: "40"}'
holds '[.K[:9][] | .exact] == ["1","2","5/2","8/3","8/3","13/5","151/60","256/105","83/35"] and ([.K[] | .holds] | all)'
holds '(.formulas | length) == 26 and ([.formulas[] | .holds and .there] | all)'
holds '[.formulas[] | .rows[] | .planned_exact == .simulated_exact and .bound <= .simulated] | all'
holds '[.formulas[] | select(.name != "ARBITRARY SEND 2") | .rows[] | .equal and .formula_exact == .simulated_exact] | all'
holds '[.formulas.arbitrary_send_2.rows[] | .simulated <= .formula] | all'
holds '[.formulas[] | select(.closed) | .rows[] | .whole > -1e-9 and .whole < 0.005] | all'
times() { # KEY TIMES: the simulated times for d = 3..6, n = d
    holds "[.formulas.$1.rows[] | select(.d >= 3 and .d <= 6 and .n == .d) | .simulated_exact] == $2"
}
groups() {
    holds "[.formulas.$1.rows[] | select(.d >= 3 and .d <= 6 and .n == .d) | .groups] == $2"
}
times broadcast_4 '["7480/3","2158","9856/5","1860"]'
groups broadcast_4 '[9,10,10,10]'
times oc_send_3 '["4320","3520","2888","2424"]'
times oc_send_4 '["2395","1960","1688","1504"]'
groups oc_send_4 '[8,7,6,6]'
times histogram '["1590","5365/4","2353/2","8535/8"]'
for key in distribute_1 collect_1 complete_broadcast; do
    times $key '["11880","19060","31448","53160"]'
done
for key in distribute_2 collect_2; do
    times $key '["11840","18980","31368","53040"]'
    groups $key '[2,2,3,3]'
done
times complete_exchange '["20280","40480","80840","161520"]'
times inversion '["5160","5200","5240","5280"]'
times permuted_send '["5280","5360","5440","5520"]'
times permuted_send_next '["5280","5360","5440","5520"]'
times transpose_rows '["2640","2680","2720","2760"]'
times transpose_blocks '["3195","3200"]'
# The paper's own two sends: the second is faster at (2,1) and (3,2).
holds '[.formulas.arbitrary_send_2.rows, .formulas.arbitrary_send_3.rows] | transpose |
       [.[] | select(.[0].closed < .[1].closed - 1e-6) | [.[0].d, .[0].n]] == [[2,1],[3,2]]'
holds '(.others | length) == 7 and ([.others[] | .holds and (.rows | length) > 2] | all)'
holds '[.others.complete_exchange.rows[] | .ratio] | .[0] == 1 and .[6] < 0.15'
holds '[.packets.broadcast[] | .d as $d | .steps == [range(1; 65) | $d + ((. + $d - 1) / $d | floor) - 1]] | all'
holds '[.packets.broadcast[], .packets.send[] | .holds and .as_bound == 64] | all'
holds '(.packets.send | length) == 28'
works papers 001 --json --most 2 --bytes 100 --beta 1000
pin 001-json-2
holds '.holds and .formulas.distribute_2.rows[1].holds'

# 004, against numbers that are written down here.
works papers 004 --most 14 --json
pin 004-json-14
holds '.holds and ([.[] | objects | .holds] | all) and (.errata | length) == 9'
holds '[.table1.rows[] | .n] == [range(2; 41)] and [.table1.rows[:7][] | .most] == [2,3,5,7,13,19,35]'
holds '[.table1.rows[] | select(.n == 24) | .cyclic, .degenerate, .most, .least] == [4336,382,699251,698870]'
holds '[.overlap.rows[] | .minr_minbl] == [0,0,0,5,6,14,32,63,114,220,424]'
holds '[.overlap.rows[] | .maxl_maxbr] == [0,0,0,5,18,42,96,171,294,495,770]'
holds '[.figure6.rows[] | .n] | index(16) != null and index(7) == null'
holds '[.figure6.rows[] | select(.n % 2 == 0) | (.l2 - .conjecture | fabs) < 1e-12 and .most == .l2] | all'
holds '[.volumes.rows[:6][] | .total] == [3,8,18,38,76,153] and [.volumes.rows[] | .constant < 0.5] == [range(13) | true]'
holds '[.figure11.rows[] | .ratio < 32/13 and .sbnt <= .sbnt_one_port and .sbt <= .sbt_one_port] | all'
holds '.figure11.rows[-1].ratio > 2.4 and .figure11.rows[0].bytes == 16'
holds '([.pictures[].figure] | unique) == ["figure1","figure10","figure2","figure3","figure4","figure7","figure8","figure9",
       "table1","table2"]'
holds '[.scatter.rows[] | .simulated] == [5080,7640,11880,19060,31448,53160,91720,160970]'
holds '[.scatter_tree.rows[] | .data] == [1,2,3,5,7,13,19,35]'
holds '[.alltoall_one_port.rows[] | .startups] == [1,2,4,6,8,10,12,14]'
holds '[.alltoall.rows[] | .data] == [1,2,4,8,16,32,64,128] and ([.alltoall.rows[] | .over_bound < 1.01] | all)'

# 003, against numbers that are written down here.
works papers 003 --most 5 --json
pin 003-json-5
holds '.holds and (.errata | length) == 6 and ([.few[] | .same_order and .rank_order] | all)'
holds '[.totals[] | .slots] == [14,14,16,18,18,18,20,24,22,22,30,34]'
holds '[.totals[] | .scan_slots] == [9,9,11,13,12,12,14,18,15,15,23,27]'
holds '[.ratios[] | .most_above <= .d and .most_above <= 1 and .last["own-trees"] < 1.2 and .worst["own-trees"] < 2] | all'
works papers 003
pin 003-text
says "^ +7 +128 +66 +66 +57 +57 +19$"
grep -qE '!$| $' "$work/out" && wrong "003: a row that does not hold, or blanks at the end of a line"

# 002, against numbers that are written down here.
works papers 002 --most 7 --json
pin 002-json-7
holds '.holds and ([.[] | objects | .holds] | all) and (.errata | length) > 5'
holds '(.figure1.rows | length) == 7 and .figure1.sums == [4,4,4] and (.figure1.rows | unique | length) == 7'
holds '(.figure6.rows | length) == 15 and .figure6.sums == [8,8,8,8] and ([.figure6.rows[] | add] | add) == 32'
holds '[.cubes.rows[] | .d] == [2,3,4,5,6,7] and [.cubes.rows[] | .isotropic] == [2,4,8,16,32,64]'
holds '[.cubes.rows[] | .guarantee] == [3,6,11,20,37,70]'
holds '[.cubes.rows[], .greedy.rows[] | [.farthest,.nearest,.first,.random] as $g |
        ($g | max) <= .guarantee and ($g | min) >= (.isotropic // .optimum)] | all'
holds '[.delays.rows[] | .bound][:6] == [5,18,64,235,892,3465]'
holds '[.delays.rows[] | (.least_delay // .isotropic) >= .bound and (.remark == "optimal") ==
        (([.least_delay // .isotropic, .isotropic] | min) == .bound)] | all'
holds '[.neighbourhoods.rows[] | .isotropic] == [1,4,7,8,3,6,7,3,4,4]'
holds '[.ports.rows[] | [.k1,.k2,.k3,.k4,.k5,.k6,.k7 | values]] == [[12,6,4],[32,16,11,8],[80,40,27,20,16],
       [192,96,64,48,39,32],[448,224,150,112,90,75,64]]'
holds '[.tori.rows[] | .isotropic] == [3,8,15,27,42,64,9,32,75,7,18,9,36,27]'
holds '.tori.rows[] | select(.network == "3x4") | .parity_exchange == 6 and .bound == 6'
holds '[.rings.rows[] | .isotropic] == [1,1,3,3,6,6,10,10,15,15,21,21,28,28,36]'
holds '[.rings.rows[] | .ours] == [1,1,2,3,5,6,8,10,13,15,18,21,25,28,32]'
holds '[.figure2, .figure3, .figure4, .figure7 | .holds] | all'
holds '[.figure3.rows[] | [.class,.first,.last]] == [["R11",1,1],["R21",2,3],["R22",4,5],["R31",6,8],["R32",9,11],
       ["R41",12,16],["R51",12,16]]'
holds '(.figure4.rows | length) == 6 and ([.figure4.rows[] | [.link1,.link2,.link3,.link4,.link5 | values | tonumber] |
       (unique | length) == length and min >= 12 and max <= 16] | all)'
holds '(.figure7.rows | length) == 24 and .figure7.rows[0].tag == "(1,0,0,0)"'
holds '[.pictures[].figure] == ["figure1","figure3","figure5","figure6","figure7"]'
holds '[.collectives.rows[] | select(.network == "5x5" or .network == "16x16" or .network == "32x32") |
        [.allgather,.scatter]] == [[6,6],[64,64],[256,256]]'
# By their authors and years, and quietly.
"$LINKBOUND" papers 000 --most 4 >"$work/number"
for name in tseng Tsitsiklis-1991 'bertsekas 1991'; do
    works papers "$name" --most 4
    cmp -s "$work/out" "$work/number" || wrong "papers $name is not 000"
done
works papers stout --most 4 -q
[ ! -s "$work/out" ] || wrong "papers -q says something"
refused 2 "means 2 papers: 000, 003; give a number" papers stamoulis
refused 2 "unknown paper 'knuth'" papers knuth
refused 2 "unknown paper ',,,'" papers ,,,
# Accents may be typed or left out, in any case of letters.
for name in Ozveren Özveren özveren $'O\xcc\x88zveren'; do
    works papers "$name" --most 3
    says "^000: Optimal"
done
finish
