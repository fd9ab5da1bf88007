# The lines of special.sh as tables in Markdown, a column for each way, in us and by what.
function size(b) { return b >= 1048576 ? b / 1048576 " MiB" : b / 1024 " KiB" }
{
    split($0, part, ": "); split(part[1], name, ", "); platform = name[1]; way = name[2]
    line = substr($0, length(part[1]) + 3); n = split(line, word, " ")
    if (n < 7) next
    point = word[2] " " word[3]; key = platform SUBSEP point; cell = key SUBSEP way
    if (word[8] == "WRONG") { print "wrong: " $0 > "/dev/stderr"; bad = 1 }
    if (!(platform in known)) { known[platform] = 1; platforms[++count] = platform }
    if (!(key in bound)) points[platform, ++rows[platform]] = point
    if (!((platform, way) in seen)) { seen[platform, way] = 1; ways[platform, ++columns[platform]] = way }
    bound[key] = word[7]
    if (!(cell in time) || word[6] + 0 < time[cell] + 0) { time[cell] = word[6]; by[cell] = word[4] == "ours" ? word[5] : word[4] }
}
END {
    for (p = 1; p <= count; p++) {
        name[1] = platforms[p]
        printf "\n### %s\n\n| | bound |", name[1]
        for (w = 1; w <= columns[name[1]]; w++) printf " %s | |", ways[name[1], w]
        printf "\n|---|---:|"
        for (w = 1; w <= columns[name[1]]; w++) printf "---:|---|"
        print ""
        for (r = 1; r <= rows[name[1]]; r++) {
            split(points[name[1], r], word, " "); key = name[1] SUBSEP points[name[1], r]
            printf "| %s %s | %.1f |", word[1], size(word[2]), bound[key]
            for (w = 1; w <= columns[name[1]]; w++) { cell = key SUBSEP ways[name[1], w]; printf " %.1f | %s |", time[cell], by[cell] }
            print ""
        }
    }
    exit bad
}
