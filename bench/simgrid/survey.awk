# Ours beside the best of SMPI's selectors, by kind of links: how many points, at how many ours is slower by more than 2 %,
# and by how much at worst; these points are listed on standard error.
#     awk -f survey.awk survey.txt RESULTS/*-tuned.txt
# survey.txt has the best selector of every point. The drop-in hands messages below its minimum to MPI: MINIMUM=1 leaves
# out what has less bytes than a link carries in the time of a start-up.
function nodes(name,    part, n, i, count) {
    if (sub(/^cube:/, "", name)) return 2 ^ name
    if (sub(/^ring:/, "", name)) return name + 0
    n = split(name, part, "x"); count = 1
    for (i = 1; i <= n; i++) count *= part[i]
    return count
}
/^#/ || NF < 6 { next }
{ key = $1 " " $2 " " $3 }
$4 !~ /^(tuned|untuned|none)$/ {
    if (!(key in native) || $6 + 0 < native[key] + 0) { native[key] = $6; who[key] = $4 }
    next
}
{
    if ($8 == "WRONG") { print "wrong: " $0 > "/dev/stderr"; bad = 1 }
    split($1, part, ",links="); split(part[2], link, "/")
    bytes = $3 * ($2 ~ /^(bcast|reduce|allreduce|scan)$/ ? 1 : nodes(part[1]))
    if (MINIMUM && bytes < link[1] * link[2] * 125) next
    ours[$4 " " part[2] " " key] = $6; algorithm[$4 " " key] = $5
}
END {
    for (all in ours) {
        split(all, word, " "); class = word[1] " " word[2]; key = word[3] " " word[4] " " word[5]
        if (!(key in native)) continue
        points[class]++; ratio = ours[all] / native[key]
        if (ratio > worst[class]) worst[class] = ratio
        if (ratio <= 1.02) continue
        slower[class]++
        printf "%.3f %s %s %.3f %s, %s %.3f\n", ratio, word[1], key, ours[all], algorithm[word[1] " " key], who[key], native[key] > "/dev/stderr"
    }
    n = split("1/50 10/1 100/5 400/0.5", links, " ")
    print "| profile | Gbit/s, us | points | slower by > 2 % | worst |"
    print "|---|---|---:|---:|---:|"
    split("tuned untuned none", profile, " ")
    for (i = 1; i <= 3; i++) for (j = 1; j <= n; j++) {
        class = profile[i] " " links[j]
        if (points[class]) printf "| %s | %s | %d | %d | %.2f |\n", profile[i], links[j], points[class], slower[class], worst[class]
    }
    exit bad
}
