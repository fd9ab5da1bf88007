#!/usr/bin/env bash
# Every algorithm is explained, in words and with an example, and each in words of its own.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

for name in $("$LINKBOUND" list --names); do
    works explain "$name"
    says "^$name\$"
    says '^  how  +[A-Za-z]'
    says '^  taken for  +[a-z]'
    says '^  for example  +[a-z]'
    says '^  step [0-9]+ +[0-9]+>[0-9]+'
    [ "$(wc -L <"$work/out")" -le 80 ] || wrong "explain $name is $(wc -L <"$work/out") columns wide"
    [ "$(wc -l <"$work/out")" -le 40 ] || wrong "explain $name has $(wc -l <"$work/out") lines"
    cp "$work/out" "$work/$name.text"
    works explain "$name" --json
    cp "$work/out" "$work/$name.json"
    works list "$name" --json
    cp "$work/out" "$work/$name.list"
done

# What is said of one is not said of another that does another task, and what sums or gathers is told so.
python3 - "$work" <<'END' || wrong "see above"
import glob, json, sys
words, bad = {}, 0
for path in sorted(glob.glob(sys.argv[1] + '/*.json')):
    a = json.load(open(path))
    listed = json.load(open(path[:-4] + 'list'))['algorithms'][0]
    if a['tasks'] != listed['tasks']:
        print('tasks of', a['name'], a['tasks']); bad = 1
    if a['how'] in words and {a['name'], words[a['how']]} != {'oc-send-4', 'arbitrary-send-1'}:
        print(a['name'], 'and', words[a['how']], 'are told alike'); bad = 1
    words[a['how']] = a['name']
    if set(a['tasks']) <= {'reduce', 'gather', 'reduce-scatter'} and 'backwards' not in a['how'] and 'sum' not in a['how']:
        print(a['name'], 'gathers or sums, and it is not said'); bad = 1
sys.exit(bad)
END

# A message that passes nodes is shown with its way, and the notation is explained.
for name in far-broadcast swing bine-tree; do
    grep -qE '[0-9]>[0-9]>[0-9]' "$work/$name.text" || wrong "$name: no way of several links"
    grep -q 'a>b>c: one message' "$work/$name.text" || wrong "$name: its ways are not explained"
done
! grep -l 'a>b>c' "$work/broadcast-1.text" || wrong "broadcast-1 has no ways of several links"

# What goes around dead links is shown where one is dead.
works explain around
says "for example +broadcast from 0 on cube:3 without 1 link"
says "dead +the link between 0 and 1"
! grep -qE '(^|[ ,])(0>1|1>0) ' "$work/out" || wrong "the example goes over the dead link"
refused 2 "unknown algorithm 'broadcast-44'; did you mean broadcast-4" explain broadcast-44
refused 2 "an argument is missing" explain
finish
