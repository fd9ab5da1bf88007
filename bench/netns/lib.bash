# Networks of namespaces, for net, run and bench, which source this. docs/netns.md tells what is built and why.
# shellcheck shell=bash
#
# A network has a number, ID. Its namespaces are lbnetID-0, lbnetID-1, ... and lbnetID-ctl; what is known about it is
# in a folder under $lbnet_folders. Whoever builds one is its owner and removes it; what a dead owner has left behind is
# removed when the next one is built. Nothing outside these namespaces and folders is touched.
lbnet_folders=/run/linkbound-netns
lbnet_id=
lbnet_folder=
lbnet_modules=
lbnet_topology=
lbnet_slots=1 # processes on a node
lbnet_data=10.0.0.0/24 lbnet_device=node # what MPI's messages go over
lbnet_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

say() {
    printf 'netns: %s\n' "$*" >&2
}

die() {
    say "$*"
    exit 2
}

lbnet_check_links() { # rate mtu
    [[ $1 =~ ^[1-9][0-9]{0,4}$ ]] || die "the rate is 1 to 99999 Mbit/s, not $1"
    [[ $2 =~ ^[1-9][0-9]{2,4}$ ]] && [ "$2" -ge 576 ] && [ "$2" -le 65000 ] || die "the MTU is 576 to 65000 bytes, not $2"
}

# What topology asks: the tool of the build folder, unless another is named.
lbnet_tool() { # build folder
    [ -n "${LINKBOUND-}" ] || [ ! -x "$1/linkbound" ] || export LINKBOUND="$1/linkbound"
}

lbnet_need() { # says what is missing
    local tool missing=
    [ "$(id -u)" -eq 0 ] || die "this needs root, for network namespaces and tc: sudo make bench-netns"
    for tool in ip tc unshare sysctl awk mount; do
        command -v $tool >/dev/null || missing="$missing $tool"
    done
    [ -z "$missing" ] || die "not found:$missing (Debian: iproute2 util-linux procps)"
}

# ---- What there is ----------------------------------------------------------------------------------------------

lbnet_namespaces() { # [ID]
    ip netns list 2>/dev/null | awk -v id="${1-[0-9]+}" '$1 ~ "^lbnet" id "-(ctl|[0-9]+)$" { print $1 }'
}

lbnet_ids() {
    {
        lbnet_namespaces | sed 's/^lbnet\([0-9]*\)-.*/\1/'
        ls "$lbnet_folders" 2>/dev/null
    } | sort -un
}

started() { # PID: when, in ticks since boot; a number that is taken again has another time
    sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20
}

lbnet_owned() { # ID: its owner is alive
    local pid since
    read -r pid since 2>/dev/null <"$lbnet_folders/$1/owner" || return 1
    [ "$pid" != kept ] && [ -n "$since" ] && [ "$(started "$pid")" = "$since" ]
}

lbnet_kept() { # ID: it was built to stay
    [ "$(cat "$lbnet_folders/$1/owner" 2>/dev/null)" = kept ]
}

# ---- Taking down ------------------------------------------------------------------------------------------------

lbnet_remove() { # ID
    local space pids
    [[ $1 =~ ^[0-9]+$ ]] || return 0
    for space in $(lbnet_namespaces "$1"); do
        pids=$(ip netns pids "$space" 2>/dev/null) || pids=
        # shellcheck disable=SC2086 # a list
        [ -z "$pids" ] || kill -KILL $pids 2>/dev/null || true
    done
    for space in $(lbnet_namespaces "$1"); do
        ip netns delete "$space" || true
    done
    rm -rf "${lbnet_folders:?}/$1"
    rmdir "$lbnet_folders" 2>/dev/null || true
}

lbnet_clean() { # stale: what dead owners have left; all: what was built to stay as well
    local id
    for id in $(lbnet_ids); do
        lbnet_owned "$id" && continue
        [ "$1" = all ] || ! lbnet_kept "$id" || continue
        say "removing network $id, which nobody uses any more"
        lbnet_remove "$id"
    done
}

# ---- Building ---------------------------------------------------------------------------------------------------

address() { # of a node
    echo "10.0.0.$(($1 + 1))"
}

# TCP as it behaves on a link of its own: buffers that do not let a slow link fill up memory, no caches of what earlier
# connections found out.
node_settings() {
    sysctl -q -w net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1 >/dev/null 2>&1 || true
    sysctl -q -w net.ipv4.ip_forward=1 net.ipv4.conf.all.rp_filter=0 net.ipv4.conf.default.rp_filter=0 \
        net.ipv4.conf.all.send_redirects=0 net.ipv4.conf.default.send_redirects=0 \
        net.ipv4.tcp_congestion_control=reno net.ipv4.tcp_slow_start_after_idle=0 net.ipv4.tcp_no_metrics_save=1 \
        net.ipv4.tcp_autocorking=0 net.ipv4.tcp_limit_output_bytes=16384 'net.ipv4.tcp_wmem=4096 262144 262144' \
        'net.ipv4.tcp_rmem=4096 1048576 1048576' >/dev/null
}

spaces_batch() { # topology: namespaces, the wires between them, and those of the control network
    awk -v id="$lbnet_id" '
        function hardware(node, port) { return sprintf("02:6c:62:00:%02x:%02x", node, port) }
        function space(node) { return "lbnet" id "-" node }
        $1 == "nodes" {
            print "netns add " space("ctl")
            for (node = 0; node < $2; node++)
                print "netns add " space(node)
            for (node = 0; node < $2; node++)
                print "link add ctl netns " space(node) " type veth peer name c" node " netns " space("ctl")
        }
        $1 == "link" {
            printf "link add p%s netns %s address %s type veth peer name p%s netns %s address %s\n",
                $3, space($2), hardware($2, $3), $5, space($4), hardware($4, $5)
        }' "$1"
}

control_batch() { # nodes
    local node
    echo "link set lo up"
    echo "link add br0 type bridge"
    echo "addr add 10.99.0.254/24 dev br0"
    echo "link set br0 up"
    for ((node = 0; node < $1; node++)); do
        echo "link set c$node master br0 up"
    done
}

# A node has its address on a pair of its own, which no link depends on; a link has none.
node_batch() { # topology node mtu
    printf '%s\n' "link set lo up" "link add node type veth peer name nodep" "link set node mtu $3 up" \
        "link set nodep mtu $3 up" "addr add $(address "$2")/24 dev node noprefixroute" "link set ctl up" \
        "addr add 10.99.0.$(($2 + 1))/24 dev ctl"
    awk -v me="$2" -v mtu="$3" '
        function address(node) { return "10.0.0." node + 1 }
        function hardware(node, port) { return sprintf("02:6c:62:00:%02x:%02x", node, port) }
        function wire(port, to, its) {
            print "link set p" port " mtu " mtu " gso_max_size " mtu " up"
            mac[port] = hardware(to, its)
        }
        $1 == "link" && $2 == me { wire($3, $4, $5) }
        $1 == "link" && $4 == me { wire($5, $2, $3) }
        $1 == "route" && $2 == me && $3 == $5 {
            print "neigh replace " address($3) " lladdr " mac[$4] " dev p" $4 " nud permanent"
            print "route replace " address($3) "/32 dev p" $4 " src " address(me)
        }
        $1 == "route" && $2 == me && $3 != $5 { # when the neighbours are known
            far[++count] = "route replace " address($3) "/32 via " address($5) " dev p" $4 " onlink src " address(me)
        }
        END {
            for (i = 1; i <= count; i++)
                print far[i]
        }' "$1"
}

shape_batch() { # topology node rate mtu: bursts of two packets, queues that never drop
    awk -v me="$2" -v how="root tbf rate ${3}mbit burst $((2 * ($4 + 14))) limit 16mb" '
        $1 == "link" && $2 == me { print "qdisc replace dev p" $3, how }
        $1 == "link" && $4 == me { print "qdisc replace dev p" $5, how }' "$1"
}

build_node() { # topology node rate mtu
    local space=lbnet$lbnet_id-$2
    ip netns exec "$space" "$BASH" -c "$(declare -f node_settings); node_settings" &&
        node_batch "$1" "$2" "$4" | ip -n "$space" -batch - &&
        shape_batch "$@" | tc -n "$space" -batch -
}

write_names() { # nodes; at a start, too, when there are slots
    local node
    {
        printf '127.0.0.1 localhost\n10.99.0.254 nctl\n'
        for ((node = 0; node < $1; node++)); do
            echo "10.99.0.$((node + 1)) n$node"
        done
    } >"$lbnet_folder/hosts"
    for ((node = 0; node < $1; node++)); do
        echo "n$node slots=$lbnet_slots" >&3
        echo "n$node:$lbnet_slots" >&4
    done 3>"$lbnet_folder/hostfile.openmpi" 4>"$lbnet_folder/hostfile.mpich"
}

# Sets lbnet_id and lbnet_folder. From here to the end lbnet_remove may come at any time.
lbnet_build() { # network rate mtu owner
    local topology nodes ports node
    lbnet_clean stale
    lbnet_id=$$
    while [ -e "$lbnet_folders/$lbnet_id" ] || [ -n "$(lbnet_namespaces "$lbnet_id")" ]; do
        lbnet_id=$((lbnet_id + 4194304)) # above all process ids
    done
    lbnet_folder=$lbnet_folders/$lbnet_id
    topology=$lbnet_folder/topology
    mkdir -p "$lbnet_folder/tmp"
    echo "$4" >"$lbnet_folder/owner"
    if [ -n "$lbnet_topology" ]; then # somebody's own, of the same network: other orders, other cables
        cp "$lbnet_topology" "$topology" || return 2
    else
        "$lbnet_here/topology" "$1" >"$topology" || return 2
    fi
    nodes=$(awk '$1 == "nodes" { print $2 }' "$topology")
    ports=$(awk '$1 == "ports" { print $2 }' "$topology")
    printf 'network=%s\nnodes=%s\nports=%s\nrate=%s\nmtu=%s\n' "$1" "$nodes" "$ports" "$2" "$3" >"$lbnet_folder/about"
    spaces_batch "$topology" | ip -batch - || {
        say "network namespaces or veth pairs cannot be made here (a container without the right to?)"
        return 2
    }
    control_batch "$nodes" | ip -n "lbnet$lbnet_id-ctl" -batch - || {
        say "the control network cannot be made: has this kernel no bridge?"
        return 2
    }
    for ((node = 0; node < nodes; node++)); do
        build_node "$topology" "$node" "$2" "$3" || {
            say "node $node cannot be set up: has this kernel no tc tbf (sch_tbf)?"
            return 2
        }
    done
    write_names "$nodes"
}

lbnet_own() { # an owner for lbnet_build: this process
    echo "$$ $(started $$)"
}

# ---- Running ----------------------------------------------------------------------------------------------------

lbnet_find() { # ID: sets lbnet_id, lbnet_folder
    lbnet_id=$1
    lbnet_folder=$lbnet_folders/$1
    [ -f "$lbnet_folder/hosts" ] || die "there is no network $1 (bench/netns/net list)"
}

several() { # what is said where there are several processes on a node, and what otherwise
    if [ "$lbnet_slots" -gt 1 ]; then echo "$1"; else echo "${2-}"; fi
}

# Commands with arguments as MPI's launchers have them: lbnet_command is set, to be run by lbnet_start.
openmpi_command() { # flags, preload, environment words NAME=VALUE ...
    local flags=$1 preload=$2 word
    shift 2
    # shellcheck disable=SC2054 # the commas belong to the values
    lbnet_command=(mpirun.openmpi --allow-run-as-root --hostfile "$lbnet_folder/hostfile.openmpi" -np $((nodes * lbnet_slots))
        --map-by "$(several slot node)" --bind-to none --mca orte_tmpdir_base "$lbnet_folder/tmp" --mca plm rsh
        --mca plm_rsh_agent "$lbnet_here/rsh" --mca plm_rsh_no_tree_spawn 1 --mca oob_tcp_if_include 10.99.0.0/24
        --mca pml ob1 --mca btl "tcp,self$(several ,vader)" --mca btl_tcp_if_include "$lbnet_data" --mca mpi_yield_when_idle 1)
    if [ "$flags" = eager ]; then
        for word in btl_tcp_eager_limit btl_tcp_rndv_eager_limit btl_tcp_max_send_size; do
            lbnet_command+=(--mca "$word" 4194304)
        done
    fi
    [ -z "$preload" ] || lbnet_command+=(-x "LD_PRELOAD=$preload")
    for word in "$@"; do
        lbnet_command+=(-x "$word")
    done
}

mpich_command() { # the same
    local flags=$1 preload=$2 word
    shift 2
    # shellcheck disable=SC2054 # the commas belong to the values
    lbnet_command=(mpiexec.mpich -launcher ssh -launcher-exec "$lbnet_here/rsh" -f "$lbnet_folder/hostfile.mpich"
        -iface br0 -n $((nodes * lbnet_slots)) -genv UCX_TLS "tcp,self$(several ,sysv,posix)" -genv UCX_NET_DEVICES "$lbnet_device")
    [ "$flags" != eager ] || lbnet_command+=(-genv UCX_RNDV_THRESH inf)
    [ -z "$preload" ] || lbnet_command+=(-genv LD_PRELOAD "$preload")
    for word in "$@"; do
        lbnet_command+=(-genv "${word%%=*}" "${word#*=}")
    done
}

# What is preloaded beside the user's own; $lbnet_modules is where they have been built.
lbnet_preload() { # mpi idle(yes|no) user's
    local all=$3
    [ "$2" = no ] || all=${all:+$all:}$lbnet_modules/netns_idle.so
    [ "$1" != mpich ] || all=${all:+$all:}$lbnet_modules/netns_finalize.so
    echo "$all"
}

# Runs lbnet_command and what follows on the control host. In the background and waited for, so that a signal is heeded
# at once.
lbnet_start() { # command...
    local quoted
    printf -v quoted '%q ' "${lbnet_command[@]}" "$@"
    LINKBOUND_NETNS_FOLDER=$lbnet_folder "$lbnet_here/rsh" nctl "exec $quoted" <&0 &
    wait $!
}
