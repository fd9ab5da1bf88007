/* How algorithms work, in words that need no paper: those of one node's task, and of cubes. explain_others.c has the
 * rest. An entry is of several algorithms only where every word is true of each. */
#include "cli/explain_words.h"

#include <stdio.h>
#include <string.h>

static const cli_words cubes[] = {
    {" multinode-broadcast ",
     "Every node's block goes down a spanning tree of its own, and all trees are one tree, moved to the node. The "
     "tree's links are ordered so that those used in the same step cross different dimensions: then no two nodes' "
     "trees want one link, and every link is busy in all steps but perhaps the last.",
     "allgathers of one packet on cubes with all ports: it meets the bound"},
    {" multinode-reduce ",
     "multinode-broadcast backwards: partial sums go up the trees, are added where they meet, and each node's sum is "
     "complete at the root of its tree. Every link is busy in all steps but perhaps the first.",
     "reduce-scatters of one packet on cubes with all ports: it meets the bound"},
    {" multinode-allreduce ",
     "multinode-reduce, and then multinode-broadcast: each node makes the sum of an n-th of the vector, and hands it "
     "out. Links that are idle in the two steps in the middle may cost one step.",
     "allreduces on cubes with all ports: within a step of the bound"},
    {" balanced-scatter ",
     "Blocks go down a tree whose subtrees, one for each link of the root, have equally many nodes, or nearly. The "
     "root "
     "sends through all its links in every step, the farthest nodes' blocks first, and none waits on the way. On cubes "
     "nodes whose addresses are rotations of each other are shared out evenly among the subtrees.",
     "scatters of one packet with all ports"},
    {" balanced-gather ",
     "balanced-scatter backwards: blocks come up a tree whose subtrees, one for each link of the root, have equally "
     "many nodes, or nearly. The nearest nodes' blocks come first, and the root receives through all its links until "
     "it has everything.",
     "gathers of one packet with all ports"},
    {" total-exchange ",
     "A cube is two halves. While each half does a total exchange of its own, every node also sends its blocks for the "
     "other half across the last dimension, first those that its partner will pass on first; then the halves exchange "
     "what they have got. The phases overlap so that no link is ever idle, and a formula says what a node sends in "
     "which step.",
     "all-to-alls on cubes with all ports: no link is ever idle"},
    {" total-exchange-recursive ",
     "The moves of total-exchange, made as the paper describes them: cube by cube, the exchange of the larger one out "
     "of that of the smaller, with every move held in memory.",
     "comparison with total-exchange, and to be read"},
    {" broadcast-1 ",
     "Dimension by dimension: in stage i everybody who has the message sends it across dimension i, so that those who "
     "have it double. One port is enough.",
     "short messages on cubes, or one port"},
    {" binomial-reduce ",
     "broadcast-1 backwards: in each stage half of those that still take part send their partial sum across one "
     "dimension, and the others add it to theirs. At the end the root has the sum. One port is enough.",
     "short vectors on cubes, or one port"},
    {" broadcast-2 ",
     "The message is cut into d parts. Each part is broadcast dimension by dimension, but begins with a dimension of "
     "its own, so that in every step the parts use different links.",
     "messages of middle sizes on cubes, where pipelining does not pay yet"},
    {" reduce-2 ",
     "broadcast-2 backwards: the vector is cut into d parts, and each part is summed dimension by dimension towards "
     "the "
     "root, but ends with a dimension of its own, so that in every step the parts use different links.",
     "vectors of middle sizes on cubes, where pipelining does not pay yet"},
    {" broadcast-3a ",
     "The message is cut into d parts, and the root gives each neighbour another one. From there d spanning trees that "
     "share no directed link bring the parts to everybody: in stage k the nodes k hops from the root send, over all "
     "their links.",
     "comparison: it is a step on the way to broadcast-4"},
    {" broadcast-3b ",
     "broadcast-3a with one stage less. The last stage brings parts only from the far corner to its neighbours; here "
     "they come earlier, on a second wave one stage behind the first.",
     "comparison: it is a step on the way to broadcast-4"},
    {" broadcast-4 ",
     "d spanning trees of the cube that share no directed link, each beginning with another link of the root. The "
     "message is cut into d parts, one for each tree, and every part into g packets that follow each other down the "
     "tree. g is chosen by formula: more packets fill the pipe better and cost more start-ups.",
     "long messages on cubes: the data term tends to the bound's"},
    {" reduce-4 ",
     "broadcast-4 backwards: the vector is cut into d parts, each part into g packets, and partial sums go up d "
     "spanning trees that share no directed link, one packet behind the other. g is chosen by formula.",
     "long vectors on cubes: the data term tends to the bound's"},
    {" oc-send-1 ",
     "The whole message crosses the n dimensions in which sender and receiver differ, one after another. On the unit "
     "clock its packets follow each other.",
     "sends on one port, and short messages"},
    {" oc-send-2 ",
     "The message is cut into n parts, n the dimensions in which sender and receiver differ. Part i crosses them in "
     "cyclic order from the i-th, so that no two parts want the same link.",
     "sends over few hops"},
    {" oc-send-3 ",
     "The message always lies evenly over all nodes at one distance from the sender: each of them sends an equal part "
     "of its share across every dimension that is still to be crossed. In the middle there are many nodes, and packets "
     "are short.",
     "sends, between nodes that differ in all dimensions"},
    {" oc-send-4 arbitrary-send-1 ", "oc-send-3 in g groups, one a stage behind the other. g is chosen by formula.",
     "long messages between nodes that differ in all dimensions"},
    {" xoc-send-1 ",
     "The message goes a hop aside, across a dimension in which sender and receiver agree, then through the parallel "
     "subcube as oc-send-3 does, and a hop back.",
     "comparison, and as a part of arbitrary-send-3"},
    {" xoc-send-2 ",
     "xoc-send-1 in g groups, one a stage behind the other: a hop aside, through the parallel subcube, a hop back. g "
     "is "
     "chosen by formula.",
     "comparison, and as a part of arbitrary-send-3"},
    {" arbitrary-send-2 ",
     "All d links of sender and receiver are used: n ways straight on, n the dimensions in which they differ, and d-n "
     "that go a hop aside first and a hop back at last; no two share a link. The straight ways, which are two hops "
     "shorter, take two packets more, so that all end together.",
     "long messages between two nodes of a cube"},
    {" arbitrary-send-3 ",
     "n d-ths of the message go by oc-send-4 straight on, n the dimensions in which sender and receiver differ; a d-th "
     "goes by xoc-send-2 through each of the d-n parallel subcubes, all at once.",
     "long messages between two nodes of a cube"},
    {" distribute-1 ",
     "Each node's block is cut into as many parts as it has hops to go, and part i crosses the dimensions in cyclic "
     "order from the i-th of them. The farthest nodes' blocks leave first, so that all arrive in the last stage. Parts "
     "that meet on a link are one packet.",
     "scatters of long blocks on cubes"},
    {" collect-1 ",
     "distribute-1 backwards: all blocks leave in the first stage, cut into parts that cross the dimensions in "
     "different orders; the nearest nodes' blocks arrive first. Parts that meet on a link are one packet.",
     "gathers of long blocks on cubes"},
    {" distribute-2 ",
     "The root sends about d/log d waves, each smaller than the one before: the farthest nodes' blocks first, its "
     "neighbours' last. The neighbours break a wave up by distance, and each part goes on by itself, spread evenly "
     "over all shortest ways. So the root has fewer start-ups than the cube has dimensions.",
     "scatters of long blocks on cubes where start-ups matter"},
    {" collect-2 ",
     "distribute-2 backwards: blocks come together on evenly spread shortest ways at the root's neighbours, and from "
     "there in about d/log d waves, the nearest nodes' first, each larger than the one before.",
     "gathers of long blocks on cubes where start-ups matter"},
    {" complete-broadcast ",
     "Every block is cut into d parts; part i is gathered dimension by dimension, beginning with dimension i. So in "
     "each of d stages all links are busy, and carry equally much.",
     "allgathers of long messages on cubes"},
    {" histogram ",
     "complete-broadcast backwards: the vector is cut into d parts, and in each stage nodes send each other, across "
     "another dimension for each part, the half that they are not to sum, and add up the half that they are.",
     "reduce-scatters of long vectors on cubes"},
    {" histogram-broadcast ",
     "histogram, which leaves a finished n-th of the sum at every node, and then complete-broadcast, which brings it "
     "to all.",
     "allreduces of long vectors on cubes"},
    {" complete-exchange ",
     "All nodes do a distribute-1 at once: blocks for the farthest nodes leave first, and all arrive in the last "
     "stage. Blocks are cut so that in each of d stages all links carry equally much.",
     "all-to-alls of long messages on cubes: d start-ups"},
    {" transpose-rows ",
     "complete-exchange, under the name that the paper has for it: to transpose a matrix that is dealt to nodes by "
     "rows, every node sends every other a block.",
     "comparison: it is the same plan as complete-exchange"},
    {" bit-permute ",
     "A permutation that moves the bits of addresses falls into cycles of dimensions. In each step all packets are "
     "corrected in one dimension, in the order of the cycle, so that no link is wanted by two, and no node sends more "
     "than one packet a step.",
     "bit reversals, shuffles and the like on cubes"},
    {" inversion ",
     "Everybody sends to the node whose address differs from its own in the same n bits. The message is cut into n "
     "parts, and part i crosses the n dimensions in cyclic order from the i-th.",
     "translations on cubes"},
    {" permuted-send ",
     "Every message is cut into a piece for each node. One exchange spreads all messages evenly over the cube, another "
     "brings each together at its destination, so that no permutation is bad.",
     "any permutation of long messages on cubes"},
    {" permuted-send-2 ",
     "permuted-send with one start-up less: the last stage of its first exchange and the first stage of its second "
     "cross the same dimension, and are joined to one.",
     "any permutation of long messages on cubes"},
    {" transpose-blocks ",
     "For permutations that swap pairs of address bits, as transposing a matrix does that is dealt in blocks. Where "
     "the "
     "two bits differ a message has two hops to go round a square of nodes, and half goes either way. With several "
     "such pairs it is cut into parts that begin with different ones.",
     "matrix transpositions and bit reversals on cubes"},
    {" turn-blocks ",
     "For quarter turns of a matrix that is dealt in blocks: in every pair of address bits the nodes of a square move "
     "on by one place. Messages are cut into parts that begin with different pairs. Either all go one hop forwards, or "
     "a quarter goes the three hops backwards; whichever is quicker is taken.",
     "quarter turns of matrices on cubes"},
    {" binomial-scatter ",
     "Down the binomial tree, in which the root's links lead to a half, a quarter, an eighth of the nodes and so on. "
     "On "
     "the unit clock each link of the root sends the farthest nodes' blocks first; on the linear clock everybody "
     "passes on half of what it has, as one packet.",
     "scatters on one port"},
    {" binomial-gather ",
     "binomial-scatter backwards: up the binomial tree, in which a half, a quarter, an eighth of the nodes and so on "
     "are behind the root's links. On the linear clock everybody joins what it has got to one packet.",
     "gathers on one port"},
    {" recursive-doubling ",
     "Dimension by dimension, neighbours send each other all blocks that they have, which double each time. One port "
     "is enough; with more, most links are idle.",
     "allgathers on one port: it is optimal there"},
    {" recursive-halving ",
     "Dimension by dimension, neighbours send each other the half of their partial sums that the other side is to "
     "complete; what is left halves each time. One port is enough; with more, most links are idle.",
     "reduce-scatters on one port: it is optimal there"},
    {" halving-doubling ",
     "recursive-halving, after which every node has a finished n-th of the sum, and then recursive-doubling. One port "
     "is enough; with more, most links are idle.",
     "allreduces on one port"},
    {" own-trees ",
     "For sources that the planner knows. Every packet goes down a spanning tree of its own source: one of its d "
     "edge-disjoint trees, or a binomial tree. Packet after packet takes the tree whose links carry least so far, and "
     "then all choose once more.",
     "multibroadcasts with all ports"},
    {" random-trees ",
     "For sources that nobody knows. A source sends its first packet down one of its d edge-disjoint trees, chosen at "
     "random, and the next ones down the trees that follow.",
     "multibroadcasts where sources are not known beforehand"},
    {" staggered-trees ",
     "Packets are in k classes, each of which crosses one dimension in a step, no two the same. The m-th packet of a "
     "class first goes for m steps to a root of its own, and then spreads for d steps. Roots are such that two packets "
     "of a class keep to different sides of a dimension.",
     "multibroadcasts of few packets on few ports"},
    {" many-roots ",
     "Packets are brought together, d to a node, at the nodes of a subcube. Each of these roots sends its packets down "
     "its d edge-disjoint trees, all roots at once, in steps such that no link is wanted twice.",
     "multibroadcasts of many packets"},
    {" joined-broadcasts ",
     "Every source does a broadcast-4 as if it were alone, and what all of them send over a link in a stage goes as "
     "one "
     "packet: so many messages cost no more start-ups than one.",
     "multibroadcasts of long messages"},
    {" joined-doubling ",
     "Every source broadcasts dimension by dimension, all at once, and what goes over a link in a stage is one packet. "
     "Messages are cut into a part for each port, and the parts begin with different dimensions.",
     "multibroadcasts of short messages: d start-ups"},
    {" auto ",
     "Nobody knows who has packets. A scan of d steps tells all nodes how many there are, and each packet its rank; "
     "then all choose, in the same way, what takes the fewest steps for so many.",
     "multibroadcasts where sources are not known beforehand"},
    {" three-phase-scan ",
     "Nobody knows who has packets. A scan of d steps numbers them; then they go, in even shares, to the roots of d "
     "edge-disjoint trees, and at last all roots send them down their trees.",
     "multibroadcasts where sources are not known beforehand"},
    {" three-phase ",
     "three-phase-scan as the paper has it: packets are numbered by a prefix up and down an embedded tree, which takes "
     "2d+1 steps instead of d, and a last step says that it is over.",
     "comparison with three-phase-scan"},
    {" three-phase-wide ",
     "three-phase-scan, but packets come to the d roots over all links of these, on any shortest path, and not up the "
     "trees alone. For many packets from scattered sources that nearly halves the time.",
     "multibroadcasts where sources are not known beforehand"},
    {" randomised ",
     "Nobody knows who has packets, and nothing is scanned. Every packet goes to one of d roots, chosen at random, and "
     "the roots send what has come down d edge-disjoint trees as soon as it has come.",
     "multibroadcasts where sources are not known beforehand"},
    {" same-order ",
     "Every source sends down a binomial tree of its own that crosses the dimensions in increasing order. Nothing is "
     "scanned: of two packets that want the same link one waits, and it never meets the other again.",
     "multibroadcasts of few packets, or on one port"},
    {" rank-order ",
     "For at most d packets. A scan of d steps tells each its rank, and then the packet of rank r crosses dimensions "
     "r, "
     "r+1, r+2, ... in turn, from all nodes that have it: all packets cross different dimensions in every step.",
     "multibroadcasts of at most d packets"},
};

static const cli_words *among(const cli_words *words, size_t count, const char *algorithm) {
    char name[96];
    snprintf(name, sizeof name, " %s ", algorithm);
    for (size_t i = 0; i < count; i++) {
        if (strstr(words[i].names, name))
            return &words[i];
    }
    return NULL;
}

const cli_words *cli_words_of(const char *algorithm) {
    const cli_words *words = among(cubes, sizeof cubes / sizeof *cubes, algorithm);
    return words ? words : among(cli_words_others, cli_words_others_count, algorithm);
}
