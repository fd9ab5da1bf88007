#!/bin/bash
# Runs collectives on simulated networks (SimGrid's SMPI) and prints one line for each time:
#     run.sh BUILD ours|tuned|untuned|none|learn|rows|SELECTOR PLATFORM COLLECTIVE:BYTES...
# BUILD is where build.sh has put its programs; SELECTOR is one of SMPI's: default ompi mpich mvapich2 impi. PLATFORM is a
# network, and after a comma what platform.c says of it: cube:6 4x4 cube:6,ports=1 cube:6,dead=0-1 4x4,slow=0-1/4
# cube:6,links=100/5 (Gbit/s and us) 8x8,mesh; and of the processes: cube:3,slots=4 has four on every host, one host after
# another; with shuffle=S they are in a random order, seeded by S, and a hosts file says which host is which node (or, with
# SIM_NETWORK=auto, it is found out).
# The profile of `ours` is measured on a 3-cube of the same links and as many processes on a host, once for every build of
# sim, and is good for every network of them; that of `tuned` on the platform itself; that of `untuned` too, within 0.6 s, as the drop-in does it in MPI_Init
# where there is no profile; `none` has the default one, as of LINKBOUND_PROFILE=none. With `learn` it is found out which is
# faster, ours (SIM_PROFILE: with this profile, or none) or the one that SIM_SELECTOR names (ompi), as the drop-in does it.
# With `rows` the choice with the profile of `ours` is followed by all algorithms by force (sim.c).
# Settings are neutral: a message of m bytes takes as long as its links need for m+16 bytes, and 1 us for every hop; nothing
# else costs time, unless SIM_CONFIG has one more option.
set -eu

if [ $# -lt 3 ] || [ ! -x "$1/sim" ]; then
    echo "usage: run.sh BUILD ours|tuned|untuned|none|learn|rows|SELECTOR PLATFORM COLLECTIVE:BYTES... (BUILD: where build.sh has put its programs)" >&2
    exit 2
fi
build=$1 who=$2 whole=$3
shift 3
# What of the platform is of its processes.
slots=1 shuffle='' name=$whole
case $name in *,slots=*) slots=${name##*,slots=} slots=${slots%%,*} name=${name/,slots=$slots/} ;; esac
case $name in *,shuffle=*) shuffle=${name##*,shuffle=} shuffle=${shuffle%%,*} name=${name/,shuffle=$shuffle/} ;; esac
# What of the platform is of its links, and not of one link of it.
links=$(printf %s "$name" | tr , '\n' | grep -e ^links= -e ^ports= | tr '\n' , || true)
case $links in *ports=*) SIM_PORTS=${links##*ports=} SIM_PORTS=${SIM_PORTS%%,*} && export SIM_PORTS ;; esac
case $links in *links=*) SIM_LINKS=${links##*links=} SIM_LINKS=${SIM_LINKS%%,*} && export SIM_LINKS ;; esac
neutral=(--cfg=network/crosstraffic:0 --cfg=smpi/bw-factor:0:1 --cfg=smpi/lat-factor:0:1 --cfg=network/TCP-gamma:0
    --cfg=network/weight-S:0 --cfg=surf/precision:1e-12 --cfg=smpi/simulate-computation:no --cfg=smpi/wtime:0
    --cfg=smpi/test:0 --cfg=smpi/iprobe:0 --cfg=smpi/host-speed:1e9f --log=root.thresh:error)

use() { # platform
    name=$1 network=${1%%,*} here=$build/$(printf %s "$1" | tr ':,=/' '____') hosts=$here.hosts
    [ -e "$here.xml" ] || make_platform
}

make_platform() {
    options=()
    [ "$network" = "$name" ] || IFS=, read -r -a options <<<"${name#*,}"
    # Large cubes by SimGrid's own torus: a file of routes would have a line for every pair.
    case $name in
        cube:*,*ports=* | cube:*,*dead=* | cube:*,*slow=* | cube:*,*mesh*) ;;
        cube:*) options+=(builtin) ;;
    esac
    "$build/platform" "$network" "$here.$$" "${options[@]}"
    mv "$here.$$.hosts" "$here.hosts"
    mv "$here.$$.xml" "$here.xml"
}

place_in_order() { # every host so many times
    hosts=$here.$$.placed
    awk -v slots="$slots" '{ for (i = 0; i < slots; i++) print }' "$here.hosts" >"$hosts"
}

place() { # in order or not
    place_in_order
    [ -n "$shuffle" ] || return 0
    awk -v seed="$shuffle" 'BEGIN { srand(seed) } { print rand(), $0 }' "$hosts" | sort -n | sed 's/.* //' >"$hosts.shuffled"
    mv "$hosts.shuffled" "$hosts"
    awk '{ print $1, NR - 1 }' "$here.hosts" >"$here.$$.nodes"
    export LINKBOUND_HOSTS=$here.$$.nodes
}

simulate() { # arguments of sim
    smpirun -np "$(wc -l <"$hosts")" -platform "$here.xml" -hostfile "$hosts" -no-privatize "${neutral[@]}" \
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

profile_of() { # platform to measure on, within seconds
    use "$1"
    [ "$slots" = 1 ] || place_in_order
    local inside=''
    [ "$slots" = 1 ] || inside=.slots$slots-${SIM_COPY-0}-${SIM_MEET-0}
    profile=$here${2+.within$2}$inside.profile
    [ ! "$profile" -nt "$build/sim" ] || return 0
    local dead=${LINKBOUND_WITHOUT-}
    [ "$1" = "$wanted" ] || dead='' # of another network
    [ $# -lt 2 ] || export SIM_SECONDS=$2
    LINKBOUND_WITHOUT=$dead SIM_TUNE=$here.$$.profile simulate "$network" ours
    mv "$here.$$.profile" "$profile"
}

wanted=$name
case $who in
    ours | rows) profile_of "cube:3${links:+,${links%,}}" ;;
    tuned) profile_of "$name" ;;
    untuned) profile_of "$name" 0.6 ;;
    none) profile=$build/default.profile && echo 'linkbound-profile 1' >"$profile" ;;
    learn)
        profile_of "cube:3${links:+,${links%,}}"
        profile=${SIM_PROFILE-$profile}
        selector+=(--cfg=smpi/coll-selector:"${SIM_SELECTOR-ompi}")
        ;;
    *) profile='' selector=(--cfg=smpi/coll-selector:"$who") ;;
esac
use "$wanted"
place
LINKBOUND_PROFILE=$profile simulate "$network" "$who" "$@"
