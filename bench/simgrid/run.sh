#!/bin/bash
# Runs collectives on simulated networks (SimGrid's SMPI) and prints one line for each time:
#     run.sh BUILD ours|SELECTOR PLATFORM COLLECTIVE:BYTES...
# BUILD is where build.sh has put its programs; SELECTOR is one of SMPI's: default ompi mpich mvapich2 impi. PLATFORM is a
# network, and after a comma what platform.c says of it: cube:6 4x4 cube:6,ports=1 cube:6,dead=0-1 4x4,slow=0-1/4.
# The profile is measured on a 3-cube of the same links, once for every build of sim, and is good for every network of
# them. Settings are neutral: a message of m bytes takes as long as its links need for m+16 bytes, and 1 us for every hop;
# nothing else costs time, unless SIM_CONFIG has one more option.
set -eu

if [ $# -lt 3 ] || [ ! -x "$1/sim" ]; then
    echo "usage: run.sh BUILD ours|SELECTOR PLATFORM COLLECTIVE:BYTES... (BUILD: where build.sh has put its programs)" >&2
    exit 2
fi
build=$1 who=$2 name=$3
shift 3
profile=$build/links.profile
case $name in
    *,ports=*) profile=$build/links.${name##*,}.profile SIM_PORTS=${name##*=} && export SIM_PORTS ;;
esac
neutral=(--cfg=network/crosstraffic:0 --cfg=smpi/bw-factor:0:1 --cfg=smpi/lat-factor:0:1 --cfg=network/TCP-gamma:0
    --cfg=network/weight-S:0 --cfg=surf/precision:1e-12 --cfg=smpi/simulate-computation:no --cfg=smpi/wtime:0
    --cfg=smpi/test:0 --cfg=smpi/iprobe:0 --cfg=smpi/host-speed:1e9f --log=root.thresh:error)

use() { # platform
    name=$1 network=${1%%,*} here=$build/$(printf %s "$1" | tr ':,=/' '____')
    [ -e "$here.xml" ] || make_platform
}

make_platform() {
    options=()
    [ "$network" = "$name" ] || IFS=, read -r -a options <<<"${name#*,}"
    # Large cubes by SimGrid's own torus: a file of routes would have a line for every pair.
    case $name in
        cube:*,*) ;;
        cube:*) options+=(builtin) ;;
    esac
    "$build/platform" "$network" "$here.$$" "${options[@]}"
    mv "$here.$$.hosts" "$here.hosts"
    mv "$here.$$.xml" "$here.xml"
}

simulate() { # arguments of sim
    smpirun -np "$(wc -l <"$here.hosts")" -platform "$here.xml" -hostfile "$here.hosts" -no-privatize "${neutral[@]}" \
        ${SIM_CONFIG-} "${selector[@]}" "$build/sim" "$@" 2>"$here.$$.log" || {
        cat "$here.$$.log" >&2
        return 1
    }
    if grep -q -e Deadlock -e 'sim:' "$here.$$.log"; then
        grep -m1 -e Deadlock -e 'sim:' "$here.$$.log" >&2
        return 1
    fi
}

trap 'rm -f "$build"/*.$$.*' EXIT
# A detached send stays in a list that SimGrid walks for every other (3.32). The engine waits for all its sends, so none need be:
# the times are the same, and a long broadcast on cube:6 is simulated eight times as fast.
selector=(--cfg=smpi/send-is-detached-thresh:0)
if [ "$who" = ours ] && [ ! "$profile" -nt "$build/sim" ]; then
    wanted=$name
    case $name in
        *,ports=*) use "cube:3,${name##*,}" ;;
        *) use cube:3 ;;
    esac
    SIM_TUNE=$here.$$.profile simulate "$network" ours
    mv "$here.$$.profile" "$profile"
    name=$wanted
fi
use "$name"
[ "$who" = ours ] || selector=(--cfg=smpi/coll-selector:"$who")
LINKBOUND_PROFILE=$profile simulate "$network" "$who" "$@"
