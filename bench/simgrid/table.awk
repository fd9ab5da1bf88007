# The lines of run.sh as a table in Markdown: the best selector beside ours.
#     awk -f table.awk RESULTS/*.txt
function size(b) { return b >= 1048576 ? b / 1048576 " MiB" : b >= 1024 ? b / 1024 " KiB" : b " B" }
NF >= 7 {
    key = $1 " " $2 " " $3
    if ($8 == "WRONG") { print "wrong: " $0 > "/dev/stderr"; bad = 1 }
    bound[key] = $7
    if (!($1 in place)) { place[$1] = ++networks; network[networks] = $1 }
    if ($4 == "ours") { ours[key] = $6; algorithm[key] = $5 }
    else if (!(key in native) || $6 + 0 < native[key] + 0) { native[key] = $6; who[key] = $4 }
}
END {
    split("cube:3 cube:4 cube:5 cube:6 cube:7 cube:8 cube:9 cube:10 4x4 8x8 4x4x4 3x4x5", order, " ")
    split("bcast reduce allreduce scan scatter gather allgather reduce_scatter alltoall", collective, " ")
    split("64 1024 4096 16384 65536 1048576 16777216", bytes, " ")
    for (n = 1; n in order; n++) {
        if (!(order[n] in place)) continue
        printf "\n### %s\n\n", order[n]
        print "| collective | bytes | bound, us | native / bound | by | ours / bound | algorithm | native / ours |"
        print "|---|---:|---:|---:|---|---:|---|---:|"
        for (c = 1; c in collective; c++) for (b = 1; b in bytes; b++) {
            key = order[n] " " collective[c] " " bytes[b]
            if (!(key in ours) || !(key in native)) continue
            printf "| %s | %s | %.1f | %.2f | %s | %.2f | %s | %.2f |\n", collective[c], size(bytes[b]), bound[key],
                native[key] / bound[key], who[key], ours[key] / bound[key], algorithm[key], native[key] / ours[key]
            points++
            gain = native[key] / ours[key]
            if (gain < 0.98) { slower++; worst = worst "    " key ": " gain "\n" }
        }
    }
    printf "\n%d points; ours is slower than the best selector by more than 2 %% at %d of them.\n", points, slower
    if (slower) printf "%s", worst > "/dev/stderr"
    exit bad
}
