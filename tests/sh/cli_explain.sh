#!/usr/bin/env bash
# Every algorithm is explained, in words and with a picture.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

for name in $("$LINKBOUND" list --names); do
    works explain "$name"
    says "^$name\$"
    says '^  how  +[A-Za-z]'
    says '^  taken for  +[a-z]'
    says 'of the links are busy'
done
works explain halfway --json
says '"how":"Between'
refused 2 "unknown algorithm 'broadcast-44'; did you mean broadcast-4" explain broadcast-44
refused 2 "an argument is missing" explain
finish
