#!/usr/bin/env bash
# The pictures of docs/ are what the tool draws now, all of them are shown somewhere, and all that is shown is there.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

"$SRC/tools/gallery" --check "$LINKBOUND" >"$work/out" 2>&1 || wrong "$(cat "$work/out")"

# A picture that differs, one that is missing and one too many are all found.
mkdir -p "$work/tree/tools" "$work/tree/docs"
cp "$SRC/tools/gallery" "$work/tree/tools/"
for harm in "sed -i s/level/LEVEL/ docs/img/draw-tree.svg" "rm docs/img/gallery-torus.svg" "touch docs/img/more.svg" \
    "sed -i s/Gallery/gallery/ docs/gallery.md"; do
    rm -rf "$work/tree/docs/img"
    cp -r "$SRC/docs/img" "$SRC/docs/gallery.md" "$work/tree/docs/"
    (cd "$work/tree" && $harm)
    "$work/tree/tools/gallery" --check "$LINKBOUND" >"$work/out" 2>&1 && wrong "not found: $harm"
    grep -q "out of date" "$work/out" || wrong "no reason given: $harm"
done

for picture in "$SRC"/docs/img/*; do
    grep -qF "img/${picture##*/}" "$SRC"/docs/*.md "$SRC/README.md" || wrong "${picture##*/} is shown nowhere"
done
while read -r shown; do
    [ -f "$SRC/docs/img/${shown#*img/}" ] || wrong "$shown is shown, and is not there"
done < <(grep -hoE 'img/[a-z0-9-]+\.(svg|png)' "$SRC"/docs/*.md "$SRC/README.md" | sort -u)
for picture in "$SRC"/docs/img/*.svg; do
    if command -v xmllint >/dev/null; then
        xmllint --noout "$picture" 2>"$work/err" || wrong "${picture##*/}: $(head -1 "$work/err")"
    fi
    grep -q "prefers-color-scheme:dark" "$picture" || wrong "${picture##*/} has no dark colours"
    ! grep -qE '<script|href="http|url\(http' "$picture" || wrong "${picture##*/} needs something from elsewhere"
done
finish
