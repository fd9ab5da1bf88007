#!/bin/sh
# What a newcomer meets: a Debian 12 root with nothing but git and make beyond the base system, a clean clone in it,
# `make run` and `make test`.
#     tools/fresh-machine.sh [--worktree] [--keep] [DIR] [COMMAND...]
# Needs root, debootstrap, git, and a few GB in DIR (default: a temporary directory, removed afterwards unless --keep).
# --worktree takes the files as they are now instead of the last commit. COMMAND replaces the two make commands.
# The root gets this machine's way to the packages (apt sources, proxy, name resolution, certificates) when it is made.
# Not part of `make test`: it downloads some 500 MB.
set -eu
cd "$(dirname "$0")/.."

worktree=no
keep=no
while :; do
    case ${1-} in
        --worktree) worktree=yes ;;
        --keep) keep=yes ;;
        -*)
            sed -n '2,9s/^# \{0,1\}//p' "$0"
            exit 2
            ;;
        *) break ;;
    esac
    shift
done
[ "$(id -u)" -eq 0 ] || {
    echo "fresh-machine: only root may make and enter a root file system" >&2
    exit 2
}
command -v debootstrap >/dev/null || {
    echo "fresh-machine: please install debootstrap" >&2
    exit 2
}

work=${1-}
[ $# -eq 0 ] || shift
if [ -z "$work" ]; then
    work=$(mktemp -d)
fi
mkdir -p "$work"
work=$(cd "$work" && pwd)
root=$work/root
mounted=no

leave() {
    [ $mounted = no ] || umount "$root/proc" || keep=yes # never delete through a mount
    [ $keep = yes ] || rm -rf --one-file-system "$root"
    [ $keep = yes ] || rmdir "$work" 2>/dev/null || true
}
trap leave EXIT
trap 'exit 130' INT TERM

mirror() { # the first Debian archive this machine's apt uses
    apt-get indextargets --format '$(REPO_URI)' "Created-By: Packages" 2>/dev/null | grep '/debian/*$' | head -n 1
}

give_apt() { # this machine's sources and its way to them
    rm -f "$root/etc/apt/sources.list"
    for item in sources.list sources.list.d trusted.gpg.d keyrings; do
        [ ! -e "/etc/apt/$item" ] || cp -a "/etc/apt/$item" "$root/etc/apt/"
    done
    apt-config dump | grep -E '^Acquire::(http|https|Check-|Retries|Languages|Max-)' >"$root/etc/apt/apt.conf.d/90host" || true
    rm -rf "$root"/var/lib/apt/lists/* # debootstrap's, not these sources'
    for file in /etc/resolv.conf /etc/hosts; do
        [ ! -e $file ] || cp -L $file "$root$file"
    done
}

give_certificates() { # where packages come through a proxy, npm must know the proxy's certificate, too
    bundle=/etc/ssl/certs/ca-certificates.crt
    [ ! -e $bundle ] || cp -L $bundle "$root/etc/ssl/certs/host.crt"
}

give_source() {
    rm -rf "$root/linkbound"
    if [ $worktree = yes ]; then
        mkdir "$root/linkbound"
        git ls-files -z -co --exclude-standard | tar -c --null -T - --ignore-failed-read | tar -x -C "$root/linkbound"
    else
        git clone -q --no-local . "$root/linkbound"
    fi
}

inside() { # a command, as a newcomer would type it
    echo "fresh-machine: $*"
    began=$(date +%s)
    chroot "$root" /usr/bin/env -i HOME=/root TERM="${TERM-dumb}" LANG=C.UTF-8 \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        NODE_EXTRA_CA_CERTS=/etc/ssl/certs/host.crt \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        sh -c "cd /linkbound && $*"
    echo "fresh-machine: $*: done in $(($(date +%s) - began)) s"
}

if [ ! -e "$root/etc/debian_version" ]; then
    # shellcheck disable=SC2046 # no mirror found: debootstrap's own default
    debootstrap --variant=minbase --include=git,make,ca-certificates bookworm "$root" $(mirror)
fi
give_apt
give_certificates
give_source
# The root has its own device nodes from debootstrap; of the running system it gets /proc and nothing else, so there
# is one mount to take away and no way from here into this machine's files.
mount -t proc proc "$root/proc"
mounted=yes

if [ $# -gt 0 ]; then
    inside "$*"
else
    inside make run
    inside make test
fi
