#!/usr/bin/env bash
# explore: finds the page, writes it, serves it, and says what is wrong. The page itself is tested in tests/web.
set -u
work=$(mktemp -d)
# shellcheck source=tests/sh/cli_lib.bash
. "$SRC/tests/sh/cli_lib.bash"
unset DISPLAY WAYLAND_DISPLAY
trap '' PIPE # a server may hang up on us

# A copy of the tool with a page of our own beside it, in a folder whose name has to be escaped.
mkdir -p "$work/a folder/bin" "$work/a folder/share/linkbound" "$work/alone"
cp "$LINKBOUND" "$work/a folder/bin/linkbound"
cp "$LINKBOUND" "$work/alone/linkbound"
page="$work/a folder/share/linkbound/explorer.html"
printf '<!doctype html><title>a page</title>\n' >"$page"
real=$LINKBOUND

LINKBOUND=$work/alone/linkbound
refused 2 "the explorer is not beside this tool: make explorer" explore
LINKBOUND="$work/a folder/bin/linkbound"

refused 2 "^linkbound: --port serves the page, --output writes it: choose one" explore --port 0 -o x.html
refused 2 "^linkbound: --port 65536: at most 65535" explore --port 65536
refused 2 "^linkbound: --port '-1': not a number" explore --port=-1
refused 2 "unknown task 'alltoal'; did you mean alltoall" explore alltoal
refused 2 "more than 2.26 nodes" explore alltoall cube:99
refused 2 "one argument too many" explore alltoall cube:3 more
refused 2 "the explorer cannot read graph:x.txt" explore broadcast graph:x.txt
refused 2 "cannot be written" explore -o "$work/no/such/folder/x.html" --no-open
refused 2 "^linkbound: unknown story 'wave'; did you mean waves" explore --story wave
refused 2 "^linkbound: unknown story '#x'; there are: doubling, necklaces" explore --story '#x'
refused 2 "^linkbound: --story shows what it tells: leave out scatter" explore scatter --story waves
refused 2 "explore does not take --root" explore --root 3

works explore --no-open
says "^file://.*/a%20folder/share/linkbound/explorer\.html$"
works explore scatter 4x4 --no-open
says "explorer\.html#task=scatter&network=4x4$"
for story in $(sed -nE 's/^  \{ id: "([a-z]+)".*/\1/p' "$SRC/web/page/stories.js"); do # all of the page's
    works explore --story "$story" --no-open
    says "explorer\.html#story=$story$"
    grep -q "^  $story " <("$LINKBOUND" explore --help) || wrong "the help does not name $story"
done
says "#story=fault$" # there were some
works explore -o "$work/copy.html" --no-open
says "^file://.*/copy\.html$"
cmp -s "$page" "$work/copy.html" || wrong "the copy differs"
works explore -o -
cmp -s "$page" "$work/out" || wrong "standard output differs"

# Without a desktop the address is there all the same.
"$LINKBOUND" explore >"$work/out" 2>"$work/err" || wrong "no desktop, and it failed"
says "^file://"
grep -q "no desktop" "$work/err" || wrong "it does not say that there is no desktop"

# An empty page is none.
: >"$work/alone/explorer.html"
LINKBOUND=$work/alone/linkbound
refused 2 "cannot be read: not the explorer" explore
LINKBOUND="$work/a folder/bin/linkbound"

# Serving. Bash can speak enough HTTP.
"$LINKBOUND" explore alltoall cube:3 --port 0 --no-open >"$work/address" 2>"$work/err" &
server=$!
for _ in $(seq 100); do
    [ -s "$work/address" ] && break
    sleep 0.05
done
address=$(cat "$work/address")
[[ $address =~ ^http://127\.0\.0\.1:([0-9]+)/#task=alltoall\&network=cube:3$ ]] || wrong "address: $address"
port=${BASH_REMATCH[1]:-1}

asked() { # status, request lines: what the server answers
    local expected=$1
    shift
    exec 3<>"/dev/tcp/127.0.0.1/$port" || return
    printf '%b' "$@" >&3 2>/dev/null
    timeout 5 cat <&3 >"$work/answer" 2>/dev/null
    exec 3>&-
    head -n 1 "$work/answer" | grep -q "^HTTP/1.1 $expected" || wrong "not $expected but $(head -n 1 "$work/answer"): $*"
}

asked 200 "GET / HTTP/1.1\r\nHost: 127.0.0.1:$port\r\n\r\n"
sed '1,/^\r$/d' "$work/answer" | cmp -s - "$page" || wrong "another page is served"
asked 200 "GET / HTTP/1.1\r\nhost: localhost:$port\r\n\r\n"
asked 200 "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n"
! grep -q doctype "$work/answer" || wrong "HEAD has a body"
asked 421 "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"
asked 421 "GET / HTTP/1.1\r\n\r\n"
asked 404 "GET /../../etc/passwd HTTP/1.1\r\nHost: localhost:$port\r\n\r\n"
asked 405 "POST / HTTP/1.1\r\nHost: localhost:$port\r\n\r\n"
asked 400 "GET / \0HTTP/1.1\r\nHost: localhost\r\n\r\n"
asked 431 "GET / HTTP/1.1\r\nX: $(head -c 9000 /dev/zero | tr '\0' x)"
# One that says nothing does not keep others waiting.
exec 4<>"/dev/tcp/127.0.0.1/$port"
asked 200 "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
exec 4>&-
refused 2 "^linkbound: --port $port: " explore --port "$port" --no-open
kill -0 $server || wrong "the server is gone"
kill $server # a job in the background ignores interrupts
wait $server 2>/dev/null
LINKBOUND=$real
finish
