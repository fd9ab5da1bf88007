# What pages show: a command, and lines that it must print, in that order. For tests that have read cli_lib.bash.
LC_ALL=C.UTF-8

plain() { # what differs from run to run, and where a line is broken after it
    sed -Ez "s/packets'( ends)?( are)?\n +(ends )?(are )?/packets' ends are /g" | sed -E 's/in [0-9.]+ (us|ms|s)$/in T/; s/on [0-9]+ processors?/on N processors/; s/ +$//
        s/^( +(real time|memory) ).*/\1/; s/(packets), [0-9.]+ [KMG]iB\/s/\1, R/; s/^( +)made in [0-9.]+ (us|ms)$/\1made in T/'
}

# shown WHERE COMMAND FILE: every line of the file is printed, after the one before. ... stands for any lines; a line that ends in ... is
# one that begins so.
shown() {
    local line number=0 got=()
    mapfile -t got < <(bash -c "$2" 2>&1 | plain)
    while IFS= read -r line; do
        [ -n "${line// /}" ] && [ "${line// /}" != ... ] || continue
        while [ "$number" -lt "${#got[@]}" ]; do
            number=$((number + 1))
            case $line in
                *...) [[ ${got[number - 1]} != "${line%...}"* ]] || continue 2 ;;
                *) [ "${got[number - 1]}" != "$line" ] || continue 2 ;;
            esac
        done
        wrong "$1: $2: no line '$line'"
        return
    done < <(plain <"$3")
}
