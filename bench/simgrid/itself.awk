# Ours beside itself: at how many points the engine with what it measured (tuned, untuned) is more than 2 % slower than
# with the default profile (none), and how many collectives take longer than one that does as much and more; these are
# listed on standard error. Ends with 1 if there are any.
#     awk -f itself.awk RESULTS/*.txt
BEGIN {
    more["bcast"] = more["reduce"] = "allreduce"
    more["scatter"] = more["gather"] = "allgather alltoall"
    more["allgather"] = more["reduce_scatter"] = "alltoall"
}
/^#/ || NF < 6 || $4 !~ /^(tuned|untuned|none)$/ { next }
{ took[$4, $1, $2, $3] = $6; by[$4, $1, $2, $3] = $5 }
function compare(class, a, b,    part, other, ratio) {
    if (!(b in took)) return
    points[class]++; ratio = took[a] / took[b]
    if (ratio > worst[class]) worst[class] = ratio
    if (ratio <= 1.02) return
    slower[class]++; bad = 1
    split(a, part, SUBSEP); split(b, other, SUBSEP)
    printf "%.3f %s %s %s %s %.3f %s, %s %s %.3f %s\n", ratio, part[1], part[2], part[3], part[4], took[a], by[a],
        other[1], other[3], took[b], by[b] > "/dev/stderr"
}
END {
    for (key in took) {
        split(key, p, SUBSEP)
        if (p[1] == "none") continue
        compare(p[1] " than none", key, "none" SUBSEP p[2] SUBSEP p[3] SUBSEP p[4])
        count = split(more[p[3]], others, " ")
        for (i = 1; i <= count; i++)
            compare(p[1] " than its own", key, p[1] SUBSEP p[2] SUBSEP others[i] SUBSEP p[4])
    }
    print "| slower | pairs | by > 2 % | worst |"
    print "|---|---:|---:|---:|"
    n = split("tuned than none;tuned than its own;untuned than none;untuned than its own", classes, ";")
    for (i = 1; i <= n; i++)
        if (points[classes[i]]) printf "| %s | %d | %d | %.2f |\n", classes[i], points[classes[i]], slower[classes[i]], worst[classes[i]]
    exit bad
}
