# Bars of how much faster ours is than the best selector, for the longest message of every collective and network.
#     awk -f plot.awk native.txt RESULTS/*-ours-*.txt > gain.svg
NF >= 6 && $6 != "-" {
    key = $1 " " $2
    if ($4 == "ours") ours[key " " $3] = $6
    else if (!((key " " $3) in native) || $6 + 0 < native[key " " $3] + 0) native[key " " $3] = $6
}
END {
    for (both in ours) {
        split(both, part, " "); key = part[1] " " part[2]
        if ((both in native) && part[3] + 0 > longest[key] + 0) longest[key] = part[3]
    }
    networks = split("cube:3 cube:4 cube:5 cube:6 cube:7 cube:8 4x4 8x8 4x4x4 3x4x5", network, " ")
    collectives = split("bcast reduce allreduce scatter gather allgather reduce_scatter alltoall", collective, " ")
    split("#0b6e99 #d9730d #0f7b6c #ad1a72 #6940a5 #dfab01 #e03e3e #64748b", ink, " ")
    width = 60 + networks * (collectives * 11 + 16)
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d 300\" font-family=\"sans-serif\" font-size=\"11\">\n", width
    print "<style>text{fill:#16202a}.bg{fill:#fff}line{stroke:#ddd}@media (prefers-color-scheme:dark){text{fill:#e6e9ed}.bg{fill:#14181d}line{stroke:#333b44}}</style>"
    print "<rect class=\"bg\" width=\"100%\" height=\"100%\"/>"
    print "<text x=\"10\" y=\"18\" font-size=\"13\">Times faster than the best of SMPI's selectors, longest messages</text>"
    for (y = 0; y <= 14; y += 2) {
        at = 250 - y * 15
        printf "<line x1=\"40\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/><text x=\"34\" y=\"%d\" text-anchor=\"end\">%d</text>\n", width - 10, at, at, at + 4, y
    }
    for (n = 1; n <= networks; n++) {
        left = 50 + (n - 1) * (collectives * 11 + 16)
        printf "<text x=\"%d\" y=\"266\" text-anchor=\"middle\">%s</text>\n", left + collectives * 5.5, network[n]
        for (c = 1; c <= collectives; c++) {
            key = network[n] " " collective[c]; key = key " " longest[key]
            if (!(key in ours) || !(key in native)) continue
            gain = native[key] / ours[key]; high = (gain > 14 ? 14 : gain) * 15
            printf "<rect x=\"%d\" y=\"%.1f\" width=\"9\" height=\"%.1f\" fill=\"%s\"><title>%s: %.2f</title></rect>\n", left + (c - 1) * 11, 250 - high, high, ink[c], key, gain
        }
    }
    for (c = 1; c <= collectives; c++)
        printf "<rect x=\"%d\" y=\"280\" width=\"9\" height=\"9\" fill=\"%s\"/><text x=\"%d\" y=\"289\">%s</text>\n", 50 + (c - 1) * 100, ink[c], 63 + (c - 1) * 100, collective[c]
    print "</svg>"
}
