#!/usr/bin/env bash
# Files of other tools, right and with mistakes, before our judge and before others that share nothing with it.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

command -v python3 >/dev/null || {
    echo "judges.sh: no python3"
    exit 77
}
python3 "$SRC/tests/sh/judges.py" "$LINKBOUND" "$work" || wrong "judges differ"
finish
