#!/usr/bin/env bash
# What readers are sent to is there, headings of pages included; the functions that the tour names are where it says, and every algorithm
# has its place in docs/plans.md.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
cd "$SRC"

for page in README.md CONTRIBUTING.md SECURITY.md docs/*.md; do
    while read -r target; do
        [ -e "$(dirname "$page")/$target" ] || wrong "$page: there is no $target"
    done < <(grep -oE '\]\([^):#]+\)' "$page" | sed 's/^](//; s/)$//' | sort -u)
done

# A link to a heading: in lower case, without punctuation, with - for blanks.
headings() {
    sed -nE '/^```/,/^```/d; s/^#+ //p' "$1" | sed -E 's/\]\([^)]*\)//g' | tr '[:upper:]' '[:lower:]' | sed -E 's/[^[:alnum:]_ -]//g; s/ /-/g'
}
for page in README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md docs/*.md; do
    while IFS='#' read -r target heading; do
        [ -z "$target" ] && target=$page || target=$(dirname "$page")/$target
        case $target in
            *.md) headings "$target" | grep -qxF -- "$heading" || wrong "$page: $target has no heading #$heading" ;;
        esac
    done < <(grep -oE '\]\([^):#]*#[^)]+\)' "$page" | sed 's/^](//; s/)$//' | sort -u)
done

# `name` ([src/file](../src/file)), `name`, [src/file]..., or `name` in [src/file]..., on one line or two
said=$(tr '\n' ' ' <docs/tour.md | tr -s ' ' | grep -oE '`[a-z_0-9]+`,? (in )?\(?\[src/[a-z_0-9/.]+\]' | tr -d '`(,[]' |
    sed 's/ in / /')
[ "$(wc -l <<<"$said")" -ge 25 ] || wrong "the tour names only: $said"
while read -r name file; do
    grep -qE "^[a-z}].*\b${name}[(;]" "$file" || wrong "docs/tour.md: there is no $name in $file"
done <<<"$said"

names=$("$LINKBOUND" list --json | grep -oE '"name":"[^"]*"' | cut -d'"' -f4)
[ "$(wc -l <<<"$names")" -ge 80 ] || wrong "linkbound list names only: $names"
table=$(sed -n '/^## Algorithms/,$p' docs/plans.md | grep '^|')
for name in $names; do
    grep -qE "(^|[^a-z0-9-])$name([^a-z0-9-]|\$)" <<<"$table" || wrong "docs/plans.md has no row for $name"
done

# The index has every page.
for page in docs/*.md; do
    name=${page#docs/}
    [ "$name" = README.md ] || grep -qF "($name)" docs/README.md || wrong "docs/README.md does not name $name"
done
finish
