#!/usr/bin/env bash
# Where the profile comes from: named, measured and kept, measured before, built in. RUN starts PROGRAM with the drop-in, every
# process on a host of its own by name.
# shellcheck source=tests/pmpi/lib.bash
. "$(dirname "$0")/lib.bash"
run() { # once more where other work has disturbed the measurement, which is not kept then
    for _ in $(seq 20); do
        # shellcheck disable=SC2086 # several words
        $RUN "$PROGRAM" >"$work/out" 2>&1 || wrong "status $?"
        grep -q '^plain: 0 failures$' "$work/out" || wrong "wrong results"
        grep -q 'not kept: something else was going on' "$work/out" || return 0
    done
    wrong "nothing was measured in time"
}
says() {
    [ "$(grep -c -E -- "$1" "$work/out")" -eq 1 ] || wrong "not once: $1"
}
kept() {
    find "$work/config" -type f 2>/dev/null | wc -l
}

export LINKBOUND_SUMMARY=1 LINKBOUND_NETWORK=cube:2 XDG_CONFIG_HOME=$work/config HOME=$work/home
unset LINKBOUND_MINIMUM LINKBOUND_COLLECTIVES LINKBOUND_PROFILE

run
says "^linkbound: profile: measured just now in [0-9.]+ s.*, kept in $work/config/linkbound/machines/[0-9a-f]{16}\\.profile$"
[ "$(kept)" -eq 1 ] || wrong "not one file was kept"
file=$(echo "$work"/config/linkbound/machines/*.profile)
grep -q "^# on node0 node1 node2 node3$" "$file" || wrong "the file does not tell of which hosts it is"
grep -q "^# links of cube:2, 4 processes, " "$file" || wrong "nor of which network"
grep -q "^# measured 20..-..-.. ..:.. UTC in [0-9.]* s" "$file" || wrong "nor when it was made"
sed -i 's/^beta .*/beta 3000/; s/^tau .*/tau 1/' "$file"
run
says "^linkbound: profile: measured before, $file$"
says "^linkbound: rank 0 on cube:2, calls of at least 3000 bytes$"
[ "$(kept)" -eq 1 ] || wrong "another file was kept"

# A file that is no profile: said once, and replaced.
printf 'linkbound-profile 1\ntau x\n' >"$file"
run
says "^linkbound: .*:2: 'x' is not a tau; measured anew$"
says "^linkbound: profile: measured just now in "
grep -q "^# on node0" "$file" || wrong "the bad file is still there"

# Other hosts, or another network, are another machine.
LINKBOUND_NETWORK=ring:4 run
says "^linkbound: profile: measured just now in "
[ "$(kept)" -eq 2 ] || wrong "not a second file for a second network"

# Nowhere to keep it.
XDG_CONFIG_HOME=/dev/null/config run
says "^linkbound: profile: measured just now in .*, not kept: /dev/null/config/linkbound"
XDG_CONFIG_HOME='' HOME='' run
says "^linkbound: profile: measured just now in .*, not kept: there is no home folder$"

# Not wanted; the user's own; one that is named.
LINKBOUND_PROFILE=none run
says "^linkbound: profile: built in$"
says "calls of at least 2500 bytes$"
printf 'linkbound-profile 1\ntau 1\nbeta 1234\n' >"$work/named"
LINKBOUND_PROFILE=$work/named run
says "^linkbound: profile: $work/named$"
says "calls of at least 1234 bytes$"
cp "$work/named" "$work/config/linkbound/profile"
run
says "^linkbound: profile: $work/config/linkbound/profile$"
rm "$work/config/linkbound/profile"
LINKBOUND_PROFILE=/no/such/profile run
says "^linkbound: /no/such/profile: No such file or directory; MPI's own collectives are used$"

# One host: nothing is measured, and nothing taken unless somebody wants it.
export HOSTS=one
run
says "^linkbound: profile: built in, all processes share one host: MPI's own collectives are used$"
says "^linkbound: +bcast +0 +1 +0$"
LINKBOUND_MINIMUM=1000 run
says "^linkbound: profile: built in, all processes share one host$"
says "^linkbound: +bcast +1 +0 +80000$"
[ "$(kept)" -eq 2 ] || wrong "a file was kept for one host"
