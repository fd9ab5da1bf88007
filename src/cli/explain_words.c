/* How algorithms work, in words that need no paper. One entry for those that differ in a turn or a direction only. */
#include "cli/explain_words.h"

#include <stdio.h>
#include <string.h>

static const cli_words all[] = {
    {" multinode-broadcast multinode-reduce multinode-allreduce ",
     "Every node's block goes down a tree of its own, and all trees are one tree, moved to the node. The tree's "
     "links are ordered so that in each step the d nodes served next lie across d different dimensions: then no two "
     "trees want one link, and every link is busy in all steps but perhaps the last. Sums go the same ways backwards.",
     "cubes, all ports, one packet: it meets the bound"},
    {" balanced-scatter balanced-gather ",
     "The root sends through all its links in every step, to subtrees of equal size, the farthest nodes' blocks "
     "first. On cubes the subtrees are those of necklaces: nodes whose addresses are rotations of each other are "
     "shared out evenly among the dimensions.",
     "a scatter or gather of one packet with all ports"},
    {" total-exchange total-exchange-recursive ",
     "All nodes do the same, seen from themselves. Destinations are grouped by how many hops away they are; packets of "
     "a group leave by the dimensions in turn, so that in each of the 2^(d-1) steps each of a node's d links carries a "
     "packet, half of them passing through.",
     "an all-to-all on a cube with all ports: no link is ever idle"},
    {" broadcast-1 binomial-reduce ",
     "Dimension by dimension: in step i everybody who has the message sends it across dimension i, so those who have "
     "it double. A reduce goes the other way.",
     "short messages, or one port"},
    {" broadcast-2 reduce-2 ",
     "The message is cut in d parts. Each part is broadcast dimension by dimension, but begins with a dimension of its "
     "own, so that in every step the parts use different links.",
     "middle sizes on cubes, where pipelining does not pay yet"},
    {" broadcast-3a broadcast-3b ",
     "The root gives each neighbour a part of its own, and from there d trees that share no link bring the parts to "
     "everybody. 3A sends whole parts level by level, 3B halves of what is left.",
     "as steps towards broadcast-4, and for comparison"},
    {" broadcast-4 reduce-4 ",
     "d spanning trees of the cube that share no directed link: each root of a tree is a neighbour of the source. The "
     "message is cut in d parts, a tree each, and every part into g packets that follow each other down the tree. g is "
     "chosen by formula: more packets fill the pipe better and cost more start-ups.",
     "long messages on cubes: the data term is the bound's"},
    {" oc-send-1 oc-send-2 oc-send-3 oc-send-4 arbitrary-send-1 ",
     "From one node to another n hops away there are n ways that share no node between, each by crossing the "
     "differing dimensions in another order. The message is cut into n parts, or more that follow each other.",
     "one message over few hops, or in the opposite corner"},
    {" xoc-send-1 xoc-send-2 arbitrary-send-2 arbitrary-send-3 ",
     "Beside the n shortest ways there are d-n more that go a step aside first and a step back at last, so that all d "
     "links of sender and receiver are used. Parts are sized so that all ways end together.",
     "one long message between two nodes of a cube"},
    {" distribute-1 collect-1 ",
     "d trees, one for each dimension to begin with; in wave i everything that is i or more hops away moves on a hop, "
     "the farthest first, joined into one packet a link.",
     "scatters of long blocks on cubes"},
    {" distribute-2 collect-2 ",
     "As distribute-1, with waves joined: what is sent early may be everything for a subtree, so that there are about "
     "d/log d start-ups instead of d at no more data on the busiest link.",
     "scatters of long blocks on cubes where start-ups matter"},
    {" complete-broadcast histogram histogram-broadcast ",
     "Every block is cut into d parts; part i is gathered dimension by dimension beginning with dimension i. So in "
     "each of d stages all links are busy with equally much. Sums go backwards; an allreduce is one and then the "
     "other.",
     "allgathers, reduce-scatters and allreduces of long messages on cubes"},
    {" complete-exchange transpose-rows ",
     "Each block is cut into d parts; part i is exchanged dimension by dimension beginning with dimension i: in a "
     "stage "
     "a node sends half of what it has across each dimension.",
     "all-to-alls of long messages on cubes: d start-ups"},
    {" exchange-allreduce ",
     "Everybody exchanges everything with its neighbours, dimension by dimension, and sums up; the message is cut so "
     "that the parts begin with different dimensions.",
     "short allreduces: the fewest start-ups"},
    {" dimension-exchange ",
     "Dimension by dimension, all that has to cross it is exchanged along its rings, one port at a time.",
     "all-to-alls on one port"},
    {" bit-permute ",
     "A permutation that moves the bits of addresses is a set of cycles of dimensions. Bits move along a cycle one "
     "exchange a dimension; cycles do not disturb each other.",
     "bit reversals, shuffles and the like on cubes"},
    {" inversion ",
     "Everybody sends to the node with the same n bits turned over: the message is cut in n parts, each crossing the n "
     "dimensions in an order of its own, rotated.",
     "translations on cubes"},
    {" permuted-send permuted-send-2 ",
     "Every message is first scattered evenly over the cube and then brought together at its destination, so that no "
     "permutation is bad.",
     "any permutation of long messages on cubes"},
    {" transpose-blocks turn-blocks ",
     "Matrices that lie on the cube by bits of rows and columns: a transposition swaps pairs of bits, a quarter turn "
     "moves them around in fours. Parts go along all ways of such a square at once.",
     "matrix transpositions and turns"},
    {" tree ",
     "Down the spanning tree that --tree names: in postorder, breadth first, or the reverse, as --order says; "
     "linkbound tree shows it.",
     "where a tree is asked for, and as one of those tried"},
    {" binomial-scatter binomial-gather ", "Down the binomial tree: the root's first link leads to half of the nodes.",
     "scatters on one port"},
    {" recursive-doubling recursive-halving halving-doubling ",
     "Dimension by dimension nodes exchange all that they have, which doubles each time; sums the other way, in "
     "halves. "
     "On all ports most links are idle.",
     "one port: it is optimal there"},
    {" isotropic ",
     "All nodes have packets for the same offsets. An offset is a row of a matrix whose columns are ports; taking a "
     "step is taking one entry of each column, as in a Latin square. So the steps are the largest of a row's and a "
     "column's sum, and an edge colouring finds them.",
     "all-to-alls and halo exchanges on tori"},
    {" detours lattice-detours ",
     "As isotropic, but ways may be longer, and packets cut in up to four parts, where shortest ways load one port "
     "more "
     "than others. Which ways is a linear program.",
     "where shortest ways do not meet the bound"},
    {" lattice-exchange ",
     "As isotropic, with the generators of the lattice for dimensions: hops commute, so the order of a way's hops is "
     "free, and an edge colouring finds steps for them.",
     "all-to-alls on twisted tori, circulants, complete graphs, HyperX"},
    {" lattice-doubling ",
     "All nodes send through the same ports in a step, all that they have for there as one packet; the ports are those "
     "that reach most new nodes, so that on k ports of a complete graph what is reached grows k+1 times in every step.",
     "short messages on few ports of what is no torus"},
    {" lattice-swap ",
     "Nodes are written by digits made of the lattice's generators, and those that differ in one digit alone send each "
     "other the sums of whole vectors that they have. Few start-ups, much data.",
     "allreduces of short vectors"},
    {" lattice-joined ",
     "As lattice-exchange, for the linear clock: whatever goes through a port in a step goes as one packet, so that a "
     "start-up is paid for many blocks. The order of a way's hops is free, and chosen so that all steps and ports "
     "carry about as much.",
     "halo exchanges and all-to-alls of short messages"},
    {" least-delay ",
     "An all-to-all in the fewest steps in which packets arrive as early as can be on average: the first column of the "
     "matrix serves short ways first.",
     "on request, where the mean delay counts"},
    {" greedy ",
     "In every step every link takes a packet that waits for it, by a rule: the farthest to go first, the nearest, "
     "any.",
     "with --rule, and for comparison"},
    {" torus-allgather packed-trees ",
     "A spanning tree of ceil((n-1)/ports) steps is searched for whose moves, made by all nodes at once, never want a "
     "link twice: in each step it grows by one node through each port. For several packets or few ports several such "
     "trees are packed into each other.",
     "allgathers, reduce-scatters and allreduces on tori and lattices"},
    {" timed-trees urgent-first ",
     "Trees for all packets are packed in the network unrolled in time: each node takes what is most urgent, that is, "
     "has the least time left to reach those who lack it.",
     "broadcasts of several packets, few ports"},
    {" dimension-order ",
     "Every packet goes dimension by dimension, the shortest way round; who waits longest to go goes first.",
     "where nothing better is known: it does every task but scans"},
    {" parity-exchange ",
     "On even rings half of the packets that go half way round go one way and half the other, by the parity of their "
     "sender, which no symmetric schedule can do.",
     "all-to-alls on tori with even radices"},
    {" torus-broadcast torus-reduce ",
     "As broadcast-4: p spanning trees that share no directed link, found for each torus, and packets that follow each "
     "other down them.",
     "long broadcasts on tori"},
    {" torus-distribute torus-collect torus-complete-broadcast torus-histogram torus-complete-allreduce "
     "torus-complete-exchange ",
     "The algorithms of the cube with rings for dimensions: blocks are cut into parts, each begins with another "
     "dimension and goes both ways round, so that all links carry equally much.",
     "long blocks on tori with equal radices"},
    {" torus-tree-scatter torus-tree-allgather ",
     "Down arc-disjoint trees that are found for the torus, a part of each block to every tree.",
     "long blocks on tori with unequal radices"},
    {" flow-over-time ",
     "Blocks that wait are flow that stays: the network is unrolled in time, step by step, and the fewest steps are "
     "those in which a maximum flow carries everything. So it is the least there is, on any network.",
     "scatters, gathers and sends on any network of a few hundred nodes"},
    {" cohorts ",
     "Blocks leave the root in cohorts, one for each port, to nodes as far away as time is left, so that none waits.",
     "scatters and gathers of several packets"},
    {" bargain ",
     "All packets take the ways they like best; links that are wanted by several become dearer, step by step, until "
     "nobody is in anybody's way.",
     "permutations on any network"},
    {" many-ways ",
     "Packets are a flow of many commodities; links that carry much become dear, and ways are chosen by price. The "
     "flow "
     "is rounded to whole packets and then to steps.",
     "all-to-alls on graphs, meshes and with dead links"},
    {" around general ",
     "Trees are grown, and packets sent, over links that work, with whatever the whole network's plan still offers; "
     "then the last step is looked at, and its moves made earlier.",
     "networks with faults, meshes and graphs"},
    {" pieces ", "For messages that can be cut: the plan of the unit clock for P packets, with the P that is quickest.",
     "the linear clock on networks that are no tori"},
    {" own-trees torus-own-trees random-trees staggered-trees many-roots rarest-first ",
     "Several nodes broadcast at once. Every packet goes down a tree, and trees are chosen, by who has packets, at "
     "random, or as they grow, so that links carry equally much and the last packets are not late.",
     "multibroadcasts, by how many packets there are and what nodes know"},
    {" joined-broadcasts joined-doubling ",
     "All sources' messages are treated as one long message, each node bringing its part.",
     "multibroadcasts of long messages"},
    {" auto three-phase-scan three-phase three-phase-wide randomised same-order rank-order ",
     "Nobody knows who has packets. A scan numbers them, packets go to d roots (or random ones) in even shares, and "
     "edge-disjoint trees bring them to everybody from there.",
     "multibroadcasts where sources are not known beforehand"},
    {" prefix prefix-mixed ",
     "Along the dimensions in the order of node numbers: everybody keeps its prefix and what to pass on, and adds what "
     "comes from below. Packets follow each other; on few ports they take turns by the best of many timetables.",
     "scans"},
    {" prefix-sweep ",
     "Sums go to one node of each ring and prefixes come back, half of the message either way, so that both directions "
     "of all links are busy.",
     "scans of long messages"},
    {" overlapped-allreduce ",
     "A reduce-scatter and an allgather that share a step: a sum that is complete early goes out while others are "
     "still "
     "made.",
     "allreduces of few packets: it saves the last step"},
    {" swing swing-latency ",
     "Messages pass several links. In exchange s a node's peer is about 2^s/3 links away, now on one side, now on the "
     "other, so that few flights share a link. The latency form sends all each time, the other halves.",
     "allreduces on networks that cut through; for comparison"},
    {" halfway ",
     "Between both forms of such exchanges: j halve what is left, the others exchange all of it, and j bring finished "
     "halves back. j is chosen by formula.",
     "allreduces of middle sizes on networks that cut through, and on cubes and tori with no radix but 2, 3 and 4"},
    {" far-doubling far-halving ",
     "Peers whose numbers differ in one bit, however far apart: all each time (doubling), or halves (Rabenseifner).",
     "for comparison, on networks that cut through"},
    {" far-broadcast far-reduce ",
     "A node that drives k links tells k others at once, wherever they are. Whom to tell first is searched for, so "
     "that "
     "in each step the ways share no link.",
     "short broadcasts on networks that cut through: the fewest start-ups"},
    {" direct ",
     "Every block goes straight to where it is wanted; who sends to whom in which step is an edge colouring.",
     "short blocks on networks that cut through"},
    {" digits bruck ",
     "Nodes have numbers of several digits, and in step i a node sends, to those whose i-th digit differs, all that "
     "still has to change it: few start-ups, and blocks pass more than once.",
     "short blocks on networks that cut through"},
    {" multiplying ",
     "As exchanges of pairs, in groups of three, five or more, so that any radix will do: each step multiplies what a "
     "node knows by the size of the group.",
     "allreduces on networks that cut through whose radices are no powers of two"},
    {" bine-tree far-binomial ",
     "A tree that doubles those who know in every step. Bine trees number nodes in base -2, so that later messages go "
     "over fewer links.",
     "for comparison, on networks that cut through"},
};

const cli_words *cli_words_of(const char *algorithm) {
    char name[96];
    snprintf(name, sizeof name, " %s ", algorithm);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strstr(all[i].names, name))
            return &all[i];
    }
    return NULL;
}
