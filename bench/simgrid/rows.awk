# The engine's choice beside every algorithm by force (run.sh's `rows`): at how many points one is faster by more than 2 %.
# These are listed, with what was expected. Ends with 1 if there are any, or something is wrong or not there.
#     awk -f rows.awk LINES...
NF < 8 { next }
{ key = $1 " " $2 " " $3 }
/ WRONG$/ { print "wrong: " $0; bad++ }
$4 == "chosen" { chosen[key] = $6; name[key] = $5; order[++points] = key }
$4 == "rows" {
    if ($5 == name[key]) said[key] = $8
    if (!(key in best) || $6 + 0 < best[key] + 0) { best[key] = $6; who[key] = $5; expected[key] = $8 }
}
END {
    for (i = 1; i <= points; i++) {
        key = order[i]
        if (!(key in best) || chosen[key] <= 1.02 * best[key]) continue
        printf "%.3f %s: %s %.3f (expected %s), best %s %.3f (expected %s)\n", chosen[key] / best[key], key, name[key],
            chosen[key], said[key] ? said[key] : "-", who[key], best[key], expected[key]
        more++
    }
    printf "%d points, at %d an algorithm by force is more than 2 %% faster\n", points, more
    exit bad || more || !points
}
