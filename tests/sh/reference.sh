#!/usr/bin/env bash
# The API reference (make docs) is made without a warning and has every function of the public headers; the synopses of the man
# pages of functions are what the headers declare.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
cd "$SRC"

declarations() { # one a line, blanks squeezed
    sed 's|/\*.*\*/||' include/linkbound.h include/linkbound-mpi.h include/linkbound-import.h | tr '\n' ' ' | tr -s ' ' | grep -oE 'LB_(MPI_)?API [^;]*;' |
        sed -E 's/^LB_(MPI_)?API //'
}
declarations >"$work/declared"

pages=0
for page in man/lb_*.3; do
    pages=$((pages + 1))
    synopsis=$(sed -n '/^\.SH SYNOPSIS/,/^\.fi/p' "$page" | grep -E '^\.BI? ' | sed 's/^\.BI* //; s/"//g; s/\\-/-/g' |
        tr '\n' ' ' | sed 's/#include <[a-z.-]*>//' | tr -s ' ' | sed 's/^ //; s/; /;\n/g')
    while read -r line; do
        # Between bold and italic there is no blank on the page: none is compared.
        grep -qxF -e "${line//[[:space:]]/}" <(tr -d ' \t' <"$work/declared") || wrong "$page: no header declares: $line"
    done < <(grep . <<<"$synopsis")
done
[ "$pages" -ge 7 ] || wrong "only $pages man pages of functions"

if command -v doxygen >/dev/null; then
    tools/docs "$work/docs" >"$work/out" 2>&1 || wrong "tools/docs: $(head -n 5 "$work/out")"
    for header in include/*.h; do
        name=$(basename "$header" .h)
        html="$work/docs/${name}_8h.html"
        [ -s "$html" ] || wrong "the reference has no page for $header"
        while read -r function; do
            grep -qF ">$function()<" "$html" || wrong "$header: the reference has no $function"
        done < <(tr '\n' ' ' <"$header" | grep -oE 'LB_(MPI_)?API [^;#]*;' | grep -oE 'lb_[a-z0-9_]*\(' | tr -d '(' | sort -u)
    done
    ! grep -qF 'complete\*' "$work/docs"/*.html || wrong "the reference has marks that should not be seen"
else
    echo "reference.sh: no doxygen: only the man pages were looked at"
fi
finish
