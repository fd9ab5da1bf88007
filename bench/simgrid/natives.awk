# What bench.sh has measured of the selectors as native.txt: without the bound, which is not theirs, and with a - for what did
# not finish.    awk -f natives.awk RESULTS/*.txt | sort -V
FNR == 1 { done[FILENAME] = 1; print $1, $2, $3, $4, "-", $6 }
END {
    for (i = 1; i < ARGC; i++) {
        if (ARGV[i] in done) continue
        name = ARGV[i]; sub(/.*\//, "", name); sub(/\.txt$/, "", name)
        n = split(name, part, "-")
        sub(/_/, "/", part[1]) # of links=R/L
        print part[1], part[n - 1], part[n], part[2], "-", "-"
    }
}
