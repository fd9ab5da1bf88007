# What the drop-in's scripts share: an empty folder, work, that is removed at the end; what a program says is in $work/out.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/out"

wrong() {
    echo "FAILED: $*" >&2
    cat "$work/out" >&2
    exit 1
}
