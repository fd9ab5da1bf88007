#!/usr/bin/env bash
# Networks that are no tori, through every subcommand: it works, or a line says why not; nothing it says is about tori.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

cost=(--bytes 4K --tau 0.001 --beta 20)
nets=(complete:5 'circulant:8:1,3' hyperx:4x2 folded:3 twisted:2x4 'lattice:4x4:0>0.2:1.0,0.1' '2*complete:4' mesh:4x3 '3-x4'
    line:5 '4x2 speeds 3,1' 'mesh:3x2 speeds 2,1')
for net in "${nets[@]}"; do
    works plan alltoall "$net" -o "$work/plan" --quiet
    works check "$work/plan"
    says "alltoall on "
    ! grep -qE 'ring:|torus|cube:' "$work/out" || wrong "check of $net speaks of tori: $(cat "$work/out")"
    works bound allgather "$net" --ports 1
    works simulate broadcast "$net" "${cost[@]}"
    works draw broadcast "$net" -o "$work/picture.svg" --quiet
    ! grep -qE 'nan|inf"' "$work/picture.svg" || wrong "no number in the picture of $net"
    works draw broadcast "$net" --ascii
    works export dot scatter "$net"
    works export goal scatter "$net" --bytes 8
    works run allgather "$net" --bytes 64
    works compare broadcast "$net" "${cost[@]}"
    works wire "$net" ip
    works wire "$net" lines
    works faults broadcast "$net" --trials 1
    refused 2 'trees are those of tori and hypercubes' tree binomial "$net"
    works list broadcast "$net" --names
    says '^around$'
    ! grep -q '^broadcast-1$' "$work/out" || wrong "list: a cube's algorithm on $net"
done

# What is said of a bound is of all links, or of a node's.
works bound alltoall twisted:4x8
says 'the data needs 2688 hops over 128 links$'
works bound alltoall circulant:16:1,4
says 'the data needs [0-9]+ hops over 64 links$'
works bound alltoall 4x8
says "every node's data needs 64 hops in dimension 1"

# Which algorithms do what; a torus has all that lattices have, and a cube all.
works list --json
grep -q '"networks":"any"' "$work/out" || wrong "list: nothing is for any network"
works list broadcast 4x4 --names
tori=$(wc -l <"$work/out")
works list broadcast mesh:4x4 --names
[ "$(wc -l <"$work/out")" -lt "$tori" ] || wrong "list: a mesh has what a torus has"

# Around a line there is no link, so none can be dead.
refused 2 'no link from 0 to 7' plan broadcast line:8 --without 0-7
refused 2 'cut off' plan broadcast line:8 --without 3-4

# The faults' price is against the same network without them.
works plan allgather complete:5 --without 0-1 --json
says '"whole'
works plan broadcast 'folded:3' --without 0-7
says 'with all links the bound is 2'

# Stencils and permutations go by steps and hops where digits carry; a mesh looks different from every node.
works plan isotropic twisted:4x8 --stencil moore:1 --json
moore=$(grep -o '"transmissions_bound":[0-9]*' "$work/out")
works plan isotropic twisted:4x8 --offsets '(1,0);(-1,4);(0,1);(0,-1);(1,1);(1,-1);(-1,5);(-1,3)' --json
[ "$moore" = "$(grep -o '"transmissions_bound":[0-9]*' "$work/out")" ] || wrong "moore:1 on twisted:4x8: $moore"
refused 2 'looks the same from every node' plan isotropic mesh:4x4 --stencil moore:1
works plan permute complete:5 --permutation antipode --json
says '"steps":1,'
works bound permute circulant:13:1,5 --permutation antipode
says 'at least 2'

# Cables: as many as there are, both ends of each with an address of its own, and routes that arrive.
works wire mesh:3x3
says '9 hosts, 12 cables'
works wire 'hyperx:4x2' lines
[ "$(grep -c ^link "$work/out")" -eq 16 ] || wrong "wire: cables of hyperx:4x2"
for net in mesh:3x3 twisted:2x4 circulant:13:1,5 '3x3 speeds 2,1'; do
    works wire "$net" lines
    awk '/^nodes/ { n = $2 } /^route/ { next_hop[$2, $3] = $5 }
        END {
            for (a = 0; a < n; a++)
                for (b = 0; b < n; b++) {
                    at = a
                    for (hops = 0; at != b && hops <= n; hops++)
                        at = next_hop[at, b]
                    if (at != b)
                        exit 1
                }
        }' "$work/out" || wrong "wire: a route on $net does not arrive"
    works wire "$net" ip
    twice=$(grep -o 'address replace 10.128[^ ]*' "$work/out" | sort | uniq -d)
    [ -z "$twice" ] || wrong "wire: an address twice on $net: $twice"
done

# Pictures: no links around a mesh, bows in a HyperX, thicker lines for lanes.
works draw broadcast mesh:3x3
[ "$(grep -c 'class="l"' "$work/out")" -eq 12 ] || wrong "draw: not the 12 links of mesh:3x3"
works draw broadcast hyperx:4x4
grep -q 'class="l".* d="M[0-9. ]*Q' "$work/out" || wrong "draw: no bows in hyperx:4x4"
works draw broadcast complete:8
[ "$(grep -c 'class="l"' "$work/out")" -eq 28 ] || wrong "draw: not the 28 links of complete:8"
works draw broadcast '4x2 speeds 3,1'
grep -q 'class="l" stroke-width="6.0"' "$work/out" || wrong "draw: lanes are no thicker line"
refused 2 'too large to draw' draw broadcast complete:65
works draw isotropic hyperx:4x2 --offsets ''
grep -q '>hyperx:4x2</text>' "$work/out" || wrong "draw: a network alone has another title"
finish
