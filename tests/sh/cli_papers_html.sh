#!/usr/bin/env bash
# linkbound papers --html: one well-formed page with everything, whose numbers are those of the JSON; where it may be
# written and where not; nothing half written.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
command -v python3 >/dev/null || exit 77

works papers all --most 3 --html "$work/report" --json
cp "$work/out" "$work/all.json"
[ "$(ls -A "$work/report")" = index.html ] || wrong "in the folder: $(ls -A "$work/report")"

# pin NAME FILE: to the byte what it was (tests/golden/papers.txt; PIN=1 renews that).
pin() {
    python3 "$SRC/tests/sh/pinned.py" "$SRC/tests/golden/papers.txt" "$1" "$2" || wrong "$1"
}
pin all-json-3 "$work/all.json"
pin all-page-3 "$work/report/index.html"
if command -v xmllint >/dev/null; then
    xmllint --noout "$work/report/index.html" 2>"$work/err" || wrong "not well-formed: $(head -1 "$work/err")"
fi

python3 - "$work/report/index.html" "$work/all.json" <<'PYTHON' || wrong "the page"
import json, re, sys
import xml.etree.ElementTree as tree

text = open(sys.argv[1], encoding="utf-8").read()
data = json.load(open(sys.argv[2], encoding="utf-8"))
page = tree.fromstring(text.split("\n", 1)[1])  # strict: what is not closed, or closed twice, is an error
HTML, SVG = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"
failures = []

def wrong(what):
    failures.append(what)

def follow(value, path):
    for name, first, last in re.findall(r"([^.\[\]]+)(?:\[(\d+):(\d+)\])?", path):
        if value is None:
            return None
        if isinstance(value, list):
            value = value[int(name)] if int(name) < len(value) else None
        else:
            value = value[name]
        if last:
            value = value[int(first):int(last)]
    return value

def equal(shown, value):
    shown = shown.replace("\u2192", "->")
    if value is None:
        return shown in ("", "\u2013")
    if isinstance(value, bool):
        return shown == ("yes" if value else "no")
    if isinstance(value, str):
        return shown == value
    decimals = len(shown.split(".")[1]) if "." in shown else 0
    return abs(float(shown) - value) <= 0.5000001 * 10 ** -decimals + 1e-9 * abs(value)

# Everything that the papers have.
wanted = {
    "000": ["table1"] + ["figure%d" % i for i in range(1, 7)],
    "001": ["figure1", "figure2", "figure3", "K", "formulas", "others", "packets"],
    "002": ["figure%d" % i for i in range(1, 8)] + ["steps", "tori"],
    "003": ["totals", "few", "ratios"],
    "004": ["table1", "table2"] + ["figure%d" % i for i in range(1, 12)],
    "005": ["limits", "tori", "starts"],
}
ids = [e.get("id") for e in page.iter() if e.get("id")]
if len(ids) != len(set(ids)):
    wrong("identifiers that are there twice: %s" % sorted(i for i in set(ids) if ids.count(i) > 1))
for number, parts in wanted.items():
    for part in parts + ["errata"]:
        if "p%s-%s" % (number, part) not in ids:
            wrong("%s has no %s" % (number, part))
for e in page.iter(HTML + "a"):
    if not e.get("href", "").startswith("#") or e.get("href")[1:] not in ids:
        wrong("a link to nowhere: %s" % e.get("href"))

# The numbers.
cells = tables = 0
for number in wanted:
    section = next(e for e in page.iter(HTML + "section") if e.get("id") == "p" + number)
    if data[number]["holds"] is not True:
        wrong(number + " does not hold")
    for table in section.iter(HTML + "table"):
        rows = follow(data[number], table.get("data-json"))
        keys = [th.get("data-key") for th in table.iter(HTML + "th") if th.get("data-key")]
        shown = list(table.find(HTML + "tbody"))
        tables += 1
        if len(rows) != len(shown):
            wrong("%s: %d rows, %d in the JSON" % (table.get("id"), len(shown), len(rows)))
        for row, tr in zip(rows, shown):
            for key, td in zip(keys, tr):
                cells += 1
                if not equal(td.text or "", follow(row, key)):
                    wrong("%s: %s is %r, %r in the JSON" % (table.get("id"), key, td.text, follow(row, key)))
    drawn = ["".join(code.itertext()) for code in section.iter(HTML + "code")]
    for picture in data[number]["pictures"]:
        if picture["command"] not in drawn:
            wrong("%s: %s is not drawn" % (number, picture["command"]))
        if len(picture["lines"]) < 3:
            wrong("%s: %s is empty in the JSON" % (number, picture["command"]))
    for svg in section.iter(SVG + "svg"):
        named = svg.get("aria-labelledby", "").split()
        if len(named) != 2 or any(n not in ids for n in named) or not svg.find(SVG + "title").text:
            wrong("%s: a picture without a name" % number)
        # A phone shows all of a picture that is not wide; the others scroll, and say so.
        if (float(svg.get("width")) <= 640) != (svg.get("data-small") is not None):
            wrong("%s: a picture of %s pixels on a phone" % (number, svg.get("width")))
    listed = next(e for e in section.iter(HTML + "ul") if e.get("class") == "errata")
    if len(listed) != len(data[number]["errata"]):
        wrong("%s: %d errata" % (number, len(listed)))
if tables < 70 or cells < 1500:
    wrong("only %d tables and %d numbers" % (tables, cells))

# It needs nothing else, and suits everybody.
for bad in ("<script", "<link", "<iframe", "url(", "@import", "src="):
    if bad in text:
        wrong("the page has " + bad)
if set(re.findall(r"https?://[^\"' <]*", text)) - {"http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"}:
    wrong("the page has addresses in it")
for need in ("prefers-color-scheme:dark", "@media print", "max-width:40rem", "scrolls sideways", 'name="viewport"', 'lang="en"'):
    if need not in text:
        wrong("the page has no " + need)
for style in page.iter(SVG + "style"):
    wrong("a picture's style is not at the head")
print("\n".join(failures[:20]), file=sys.stderr)
sys.exit(1 if failures else 0)
PYTHON

# A single paper; a folder that is there; a page that is there is replaced; a slash behind the name.
works papers 003 --most 3 --html "$work/report/"
says "^003  [0-9]+ tables, 3 pictures; all [0-9]+ rows hold$"
says "/report/index.html: [0-9]+ kB$"
[ "$(grep -c '<section class="paper"' "$work/report/index.html")" -eq 1 ] || wrong "one paper asked for"
works papers 003 --most 3 --html "$work/new"
cmp -s "$work/new/index.html" "$work/report/index.html" || wrong "not the same twice"
(cd "$work" && "$LINKBOUND" papers 003 --most 3 --html here >/dev/null && [ -s here/index.html ]) || wrong "in this folder"

# Everything, in words: each paper once, as one after the other.
works papers all --most 3
pin all-text-3 "$work/out"
for number in 000 001 002 003 004 005; do
    [ "$(grep -c "^$number: " "$work/out")" -eq 1 ] || wrong "papers all: $number"
done
grep -qE '!$| $' "$work/out" && wrong "papers all: a row that does not hold, or blanks at the end of a line"

# Where it cannot go: said before anything is worked out.
echo mine >"$work/file"
refused 2 "/file: cannot be written to: not a folder" papers all --html "$work/file"
refused 2 "/file/under: cannot be made: Not a directory" papers all --html "$work/file/under"
refused 2 "/no/such: cannot be made: No such file" papers 003 --html "$work/no/such"
refused 2 "--html is empty" papers 003 --html ""
refused 2 "html needs a value" papers 003 --html
refused 2 "unknown paper 'al'" papers al --html "$work/never"
[ "$(cat "$work/file")" = mine ] || wrong "a file was written over"
[ ! -e "$work/never" ] || wrong "a folder was made in vain"
mkdir "$work/taken" "$work/taken/index.html"
refused 2 "/taken/index.html: cannot be written: Is a directory" papers 003 --most 3 --html "$work/taken" --json
ln -s nowhere "$work/dangling"
refused 2 "/dangling: cannot be written to: No such file" papers 003 --most 3 --html "$work/dangling" --json
[ ! -d /proc/self ] || refused 2 "/proc/linkbound: cannot be made: " papers 003 --most 3 --html /proc/linkbound --json
works papers 003 --most 3 --html "$work/slash//"
[ "$(ls -A "$work/slash" "$work/taken")" = "$(printf '%s:\nindex.html\n\n%s:\nindex.html' "$work/slash" "$work/taken")" ] ||
    wrong "left behind: $(ls -A "$work/slash" "$work/taken")"
if [ "$(id -u)" -ne 0 ]; then
    mkdir "$work/locked"
    chmod a-w "$work/locked"
    refused 2 "/locked: cannot be written to: Permission denied" papers 003 --html "$work/locked"
    refused 2 "/locked/new: cannot be made: " papers 003 --html "$work/locked/new"
fi

# An interrupt leaves what was there, and nothing else.
cp "$work/report/index.html" "$work/before"
"$LINKBOUND" papers all --html "$work/report" >/dev/null 2>&1 &
running=$!
sleep 0.5
kill -INT "$running" 2>/dev/null || true
status=0
wait "$running" || status=$?
if [ "$status" -ne 0 ]; then
    [ "$status" -eq 130 ] || wrong "interrupted: status $status"
    cmp -s "$work/before" "$work/report/index.html" || wrong "interrupted: the page has changed"
    [ "$(ls -A "$work/report")" = index.html ] || wrong "interrupted: left $(ls -A "$work/report")"
fi
finish
