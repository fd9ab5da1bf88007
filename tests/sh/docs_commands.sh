#!/usr/bin/env bash
# Commands of the pages and man pages are run as they stand: those with a $ before them print what is shown, the others end with status 0.
# Left out is what needs MPI, a browser, another host or a file of the reader's, and what takes long.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
. "$SRC/tests/sh/shown.bash"
command -v python3 >/dev/null || exit 77
cd "$work"
mkdir bin said
ln -s "$LINKBOUND" bin/linkbound
PATH=$work/bin:$PATH

# What pages speak of: a schedule of one's own, the links of a cluster, a profile.
linkbound plan broadcast cube:3 -q -o mine.jsonl
cp mine.jsonl schedule.jsonl
linkbound corpus corpus >/dev/null
printf '0 1\n1 2\n2 3\n3 0\n' >cluster.txt
printf 'linkbound-profile 1\ntau 0.8\nbeta 2000\n' >profile

# Prints a line "PAGE<tab>COMMAND" for every command, and writes what is shown after it to said/NUMBER.
python3 - "$SRC" >commands <<'END'
import re, sys
from pathlib import Path
src = Path(sys.argv[1])
RUN = r"linkbound (plan|bound|simulate|compare|export|draw|list|explain|networks|tree|matrix|faults|wire|run|check) .*"
# Files and programs that only the reader has; an algorithm that only the reader writes; seconds of planning.
SKIP = ["ssh", "swapped", "theirs", "one-way", "long.xml", "lossy.xml", "check allreduce.xml", "-twice", "FILE", "TASK", "NETWORK", "NAME", "ALGORITHM",
        "mpirun", "--wisdom", "neato", "topo.txt", "--bytes M", "64x64x64", "100x100x100", "cube:20", "8x8x8 --permutation", "chakra",
        "--profile", "--effort 5", "cube:5 --links 4", "--packets 100000", "mesh:16x16", "mesh:512x512", "1024x1024",
        "256..1M", "--hop 100 --frontier", "run alltoall cube:6", "1M --tau 0.001 --beta 2", "least-delay"]
found = []


def keep(page, command, shown=()):
    command = re.sub(r"\s+#.*", "", command).strip()
    if re.fullmatch(RUN, command) and not any(word in command for word in SKIP) and "..." not in command:
        found.append((page, command, list(shown)))


for path in [src / "README.md", *sorted((src / "docs").glob("*.md"))]:
    if path.name in ("tutorial.md", "gallery.md"):  # these have tests of their own
        continue
    text = path.read_text()
    lines, at = text.split("\n"), 0
    while at < len(lines):
        block = re.match(r"( {4}|)\$ (linkbound .*)", lines[at])
        if block:
            said, indent = [], block[1]
            at += 1
            while at < len(lines) and lines[at].startswith(indent) and not re.match(r" *(\$ |```)", lines[at]) and (indent or lines[at]):
                said.append(lines[at][len(indent):])
                at += 1
            keep(path.name, block[2], said)
            continue
        plain = re.match(r"(?: {4}|)(linkbound .*)", lines[at])
        if plain and (lines[at].startswith("    ") or path.name == "explorer.md"):
            keep(path.name, plain[1])
        at += 1
    for span in re.findall(r"(?<!`)`(linkbound [a-z]+ [^-`][^` ]* [^`]+)`(?!`)", text):  # with a task and a network
        keep(path.name, " ".join(span.split()))
for path in sorted((src / "man").glob("*.1")):
    for line in path.read_text().replace("\\-", "-").split("\n"):
        keep(path.name, line.lstrip())
done = set()
for number, (page, command, said) in enumerate(found):
    if command in done and not said:
        continue
    done.add(command)
    Path(f"said/{number}").write_text("\n".join(said) + "\n" if said else "")
    print(f"{number}\t{page}\t{command}")
END

count=0
while IFS=$'\t' read -r number page command; do
    count=$((count + 1))
    if [ -s "said/$number" ]; then
        shown "$page" "$command" "said/$number"
    else
        bash -c "$command" >out 2>err </dev/null || wrong "$page: $command: $(head -c 300 err)"
    fi
done <commands
[ "$count" -ge 100 ] || wrong "only $count commands were found"
finish
