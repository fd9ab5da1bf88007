# The lines of run.sh as a table in Markdown, the best selector beside ours:
#     awk -f table.awk native.txt RESULTS/*-ours-*.txt
# native.txt has the selectors' lines without the bound; a time of - is one that deadlocked or took too long to simulate.
function size(b) { return b >= 1048576 ? b / 1048576 " MiB" : b >= 1024 ? b / 1024 " KiB" : b " B" }
function us(t) { return sprintf(t < 2 ? "%.3f" : "%.1f", t) }
/^#/ { next }
NF >= 6 {
    key = $1 " " $2 " " $3
    if ($8 == "WRONG") { print "wrong: " $0 > "/dev/stderr"; bad = 1 }
    if ($4 == "ours" && !($3 in known)) {
        known[$3] = 1
        for (i = sizes++; i > 0 && bytes[i] + 0 > $3 + 0; i--) bytes[i + 1] = bytes[i]
        bytes[i + 1] = $3
    }
    if ($4 == "ours") { bound[key] = $7; ours[key] = $6; algorithm[key] = $5; if (!($1 in place)) { place[$1] = 1; extra[++extras] = $1 } }
    else if ($6 == "-") missing[key]++
    else if (!(key in native) || $6 + 0 < native[key] + 0) { native[key] = $6; who[key] = $4 }
}
END {
    split("cube:3 cube:4 cube:5 cube:6 cube:7 cube:8 cube:10 4x4 8x8 4x4x4 3x4x5", order, " ")
    split("bcast reduce allreduce scan scatter gather allgather reduce_scatter alltoall", collective, " ")
    for (n = 1; n in order; n++) usual[order[n]] = 1
    for (i = 1; i <= extras; i++) if (!(extra[i] in usual)) order[n++] = extra[i]
    for (n = 1; n in order; n++) {
        if (!(order[n] in place)) continue
        printf "\n### %s\n\n", order[n]
        print "| collective | bytes | bound, us | native / bound | by | ours / bound | algorithm | native / ours |"
        print "|---|---:|---:|---:|---|---:|---|---:|"
        for (c = 1; c in collective; c++) for (b = 1; b in bytes; b++) {
            key = order[n] " " collective[c] " " bytes[b]
            if (!(key in ours)) continue
            if (!(key in native)) {
                printf "| %s | %s | %s | | | %.2f | %s | |\n", collective[c], size(bytes[b]), us(bound[key]), ours[key] / bound[key], algorithm[key]
                alone++
                continue
            }
            gain = native[key] / ours[key]
            printf "| %s | %s | %s | %.2f | %s%s | %.2f | %s | %.2f |\n", collective[c], size(bytes[b]), us(bound[key]),
                native[key] / bound[key], who[key], key in missing ? " (of " 5 - missing[key] ")" : "", ours[key] / bound[key], algorithm[key], gain
            points++
            if (gain < 0.98) { slower++; worst = worst "    " key ": " gain "\n" }
        }
    }
    printf "\n%d points; ours is slower than the best selector by more than 2 %% at %d of them.", points, slower
    printf "%s\n", alone ? " " alone " more that no selector was simulated at." : ""
    if (slower) printf "%s", worst > "/dev/stderr"
    exit bad
}
