/* How algorithms work, in words that need no paper: those of tori, of other networks, and of flights. */
#include "cli/explain_others.h"

const cli_words cli_words_others[] = {
    {" exchange-allreduce ",
     "Neighbours exchange everything they have, dimension by dimension, and add it up. With all ports the vector is "
     "cut so that the parts begin with different dimensions.",
     "short allreduces on tori of radices up to 4: the fewest start-ups"},
    {" dimension-exchange ",
     "Dimension by dimension, all that has to cross it goes along its rings, first one way round, then the other, what "
     "goes over a link in a step as one packet. One port is enough.",
     "all-to-alls on one port"},
    {" tree ",
     "Down the spanning tree that --tree names: in postorder, breadth first, or the reverse, as --order says; "
     "linkbound tree shows it. Gathers and reduces go up it. Where all nodes take part each has the tree, moved to it.",
     "where a tree is asked for, and as one of those tried"},
    {" isotropic ",
     "All nodes have packets for the same offsets. An offset is a row of a matrix whose columns are ports, with the "
     "hops to be made; a step takes at most one hop out of every row and every column. As many steps are enough as the "
     "largest sum of a row or a column says, and an edge colouring finds them.",
     "all-to-alls and halo exchanges on tori"},
    {" detours ",
     "As isotropic, but where one direction of a ring has more to carry than the other, the packets that go farthest "
     "take the long way round. Packets are cut into up to four parts where whole ones do not come out even.",
     "where shortest ways do not meet the bound"},
    {" lattice-detours ",
     "As lattice-exchange, but where shortest ways load some ports more than others, some packets take longer ways, "
     "which are searched for; the bound's weights say how few steps to hope for. Packets are cut into up to four parts "
     "where whole ones do not come out even.",
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
    {" ferry ",
     "One dimension is slow, and all of the message must cross it. So each slow link has its own part, in pieces that "
     "grow at first and shrink at the end, and never waits; over fast links a piece goes in fine cuts, over all lanes "
     "and several trees. In an allgather every block goes over its own node's slow links. Sizes are searched for.",
     "long messages on tori with one slow dimension"},
    {" tree-shares ",
     "A block goes in pieces, each down a tree of its own, the same at all nodes. Trees cross slow dimensions as "
     "seldom as "
     "can be, and come with their mirror images, so that links have as much to carry as their speed allows. Trees and "
     "sizes are searched for.",
     "allgathers and allreduces of long messages on tori with links of different speeds"},
    {" least-delay ",
     "An all-to-all in the fewest steps of a symmetric schedule, in which packets arrive as early as can be on "
     "average: "
     "short ways go first. On cubes the packets to addresses that are rotations of each other make their hops "
     "together, "
     "so that all links are busy.",
     "on request, where the mean delay counts"},
    {" greedy ",
     "In every step every link takes a packet that waits for it, by a rule: the one with most hops left (the default), "
     "with fewest, the first come, or any.",
     "with --rule, and for comparison"},
    {" torus-allgather ",
     "A spanning tree is searched for that grows by one node through each port in every step. Made by all nodes at "
     "once, its moves never want a link twice. Sums go backwards; an allreduce is the one and then the other.",
     "allgathers, reduce-scatters and allreduces of one packet, all ports"},
    {" packed-trees ",
     "As torus-allgather, for several packets or few ports: a tree for each packet, grown together, so that no two "
     "want the same port in a step, and as few ports as can be are idle. Sums go backwards.",
     "allgathers, reduce-scatters and allreduces of several packets, or on few ports"},
    {" timed-trees ",
     "With a number of steps in mind, each node alone could get all that it lacks: that is a flow over time. Step by "
     "step and link by link a packet is chosen that leaves every node its flow, rare packets first. If that ends "
     "nowhere, it begins again in another order, and at last with a step more.",
     "broadcasts and reduces of several packets, all ports"},
    {" urgent-first ",
     "Step by step every link takes the packet that is most urgent, that is, has the least time left to reach those "
     "who lack it. There are many attempts, and what came late counts more in the next.",
     "broadcasts and reduces of several packets on few ports"},
    {" dimension-order ",
     "Every packet goes dimension by dimension, the shortest way round; copies go down the tree of these ways. In "
     "every "
     "step each link takes the waiting packet that has farthest to go. Sums go backwards.",
     "where nothing better is known: it does every task but scans"},
    {" parity-exchange ",
     "As dimension-order, but on even rings packets to the opposite node go one way or the other by the parity of "
     "their sender, which evens out the links and which no symmetric schedule can do.",
     "all-to-alls on tori with even radices"},
    {" torus-broadcast ",
     "As broadcast-4: a spanning tree for each of the root's p links, no two with a directed link in common. The "
     "message is cut into p parts, and the packets of a part follow each other down its tree.",
     "long broadcasts on tori"},
    {" torus-reduce ",
     "torus-broadcast backwards: partial sums go up p spanning trees that share no directed link, one packet behind "
     "the other.",
     "long reduces on tori"},
    {" torus-distribute ",
     "Each node's block is cut into a part for each dimension. Part r goes along dimension r first, then r+1 and so "
     "on, "
     "the shortest way round, where both are as short half either way. The farthest nodes' blocks leave first, so that "
     "all arrive in the last step.",
     "scatters of long blocks on tori with equal radices"},
    {" torus-collect ",
     "torus-distribute backwards: all blocks leave in the first step, cut into parts that go along the dimensions in "
     "different orders; the nearest nodes' blocks arrive first.",
     "gathers of long blocks on tori with equal radices"},
    {" torus-complete-broadcast ",
     "Each block is cut into a part for each dimension. Part r is gathered along the rings of dimension r, both ways "
     "round, then all that came together there along those of r+1, and so on: all links are busy in every step.",
     "allgathers of long blocks on tori with equal radices"},
    {" torus-histogram ",
     "torus-complete-broadcast backwards: partial sums go along the rings, both ways round, a part of the vector for "
     "each dimension, and are added where they meet.",
     "reduce-scatters of long vectors on tori with equal radices"},
    {" torus-complete-allreduce ", "torus-histogram, and then torus-complete-broadcast.",
     "allreduces of long vectors on tori with equal radices"},
    {" bucket ",
     "Each block is cut into a half each way for each dimension. The halves of part r go once round the rings of "
     "dimension r, every node passing on what it received last, then all that came together there round those of r+1, "
     "and so on. Sums go backwards.",
     "comparison: torus-complete-broadcast and its kin turn half way round and have half the start-ups"},
    {" batches ",
     "What is as far away goes together. In round h of an allgather a node gets all blocks from h hops away, each "
     "link's as "
     "one message; a block may come by any link whose other end is nearer to its origin, and they are shared out so "
     "that "
     "links have equally much. A scatter sends the farthest blocks first. Sums go backwards.",
     "messages of middle size where rings are not alike, or where there are none"},
    {" snake-ring ",
     "Rings wind through all nodes, as many as there are dimensions and no two over the same link (one fewer where a "
     "dimension of 2 has no other to make a ring of 4 with). Each has a part of the block for each way round; every "
     "node passes on what it received last. Sums go backwards.",
     "comparison: it is the ring algorithm of machine learning's libraries"},
    {" torus-complete-exchange ",
     "Each block is cut into a part for each dimension. Part r goes along the ring of dimension r to where its digit "
     "is "
     "right, then along r+1, and so on. What goes over a link in a step is one packet.",
     "all-to-alls of long blocks on tori"},
    {" torus-tree-scatter ",
     "A spanning tree for each of the root's links, no two with a link in common, and a part of each block to every "
     "tree; the deepest nodes' parts leave first. A gather is the same backwards.",
     "long blocks on tori with unequal radices"},
    {" torus-tree-allgather ",
     "Every node sends its block, a part for each tree, down spanning trees of its own that share no link; all nodes "
     "do so at once, and a link that is free sends whatever has come for it. Sums go backwards.",
     "long blocks on tori with unequal radices"},
    {" flow-over-time ",
     "Blocks that wait are flow that stays: the network is unrolled in time, step by step, and the fewest steps are "
     "those in which a maximum flow carries everything. So it is the least there is, on any network.",
     "scatters, gathers and sends on any network of a few hundred nodes"},
    {" cohorts ",
     "Packets go shortest ways and never wait, so that those which left the root in the same step, a cohort, are "
     "always "
     "equally far from it and meet no other cohort. A cohort has a packet for each port; the farthest go first. A "
     "gather is the same backwards.",
     "scatters and gathers of several packets"},
    {" bargain ",
     "Every packet takes the way through links and steps that is cheapest for it; what several want becomes dearer, "
     "and they choose again, until nobody is in anybody's way. If that does not end there is one step more.",
     "permutations on any network"},
    {" many-ways ",
     "Packets are a flow of many commodities; links that carry much become dear, and ways are chosen by price. The "
     "flow is rounded to whole packets and then to steps.",
     "all-to-alls on graphs, meshes and with dead links"},
    {" around ",
     "The best of three is taken: other trees of the whole network, that do without the dead links; the whole "
     "network's plan, with what goes over dead links led around them; and what general makes.",
     "networks with faults, meshes and graphs"},
    {" general ",
     "Whatever the network, over links that work: trees are grown from nothing, packets go shortest ways, copies go to "
     "whoever lacks them. Nothing of the whole network's plans is used, and it is quick.",
     "networks with faults, meshes and graphs, where there is little time to plan"},
    {" pieces ", "For messages that can be cut: the plan of the unit clock for P packets, with the P that is quickest.",
     "the linear clock on networks that are no tori; on tori sends, permutations and long scans"},
    {" torus-own-trees ",
     "For sources that the planner knows. Every packet goes down a tree of its own source: one of as many arc-disjoint "
     "trees as a node has links, or one of shortest paths. Packet after packet takes the tree whose links carry least "
     "so far, and then all choose once more.",
     "multibroadcasts on tori with all ports"},
    {" rarest-first ",
     "Every node is to get something new in every step. All send through the same ports, and over each link goes, of "
     "the packets that the other end lacks, the one that fewest nodes have.",
     "multibroadcasts on any torus and any number of ports"},
    {" prefix ",
     "Dimension by dimension, the lowest first, the nodes of a ring bring each other the sums of their runs, both ways "
     "round at once; on a cube that is one exchange a dimension. Everybody adds what comes from below to its prefix. "
     "Packets of a longer message follow each other.",
     "scans of one packet, in as many steps as the diameter"},
    {" prefix-mixed ",
     "Packets go through the scan in different ways: some exchange in all dimensions, which is short, some are summed "
     "up to one node of a ring and handed out, which uses fewer links. The shortest of many timetables is taken.",
     "scans of a few packets, or on few ports"},
    {" prefix-rounds ",
     "What prefix-mixed finds for some tens of packets keeps the busiest links busy nearly all the time. So all "
     "packets go that way, round after round, each as soon as links and ports are free.",
     "scans of very many packets, on few ports above all"},
    {" prefix-sweep ",
     "Sums go to one node of each ring and prefixes come back. In the lowest dimension half of the message goes up and "
     "comes back down, the other half the other way, so that both directions of its links are busy.",
     "scans of long messages"},
    {" prefix-cuts ",
     "As prefix-sweep, but each packet cuts the rings of the lowest dimension at another digit: what is above the cut "
     "goes up and what is below goes down, one of them over the end of the ring. So the links there have work too.",
     "scans of long messages on tori"},
    {" prefix-shares ",
     "A long message in pieces, each of which goes its own way: the rings of every dimension summed up to some digit, "
     "or "
     "cut somewhere, and handed out again. Ways are chosen so that links have as much to carry as their speed allows, "
     "and sizes so that what all wait for is small. Both are searched for.",
     "long messages on tori with up to 64 nodes, and where links differ in speed"},
    {" prefix-exchange ",
     "Every node is responsible for a part of the message. In an all-to-all it gets that part of everybody's data; it "
     "makes all prefixes of it, and a second all-to-all brings every node its own.",
     "scans of many packets, or long messages, on complete graphs and others with many links"},
    {" overlapped-allreduce ",
     "A reduce-scatter and an allgather that share a step: a sum that is complete early goes out while others are "
     "still made.",
     "allreduces of few packets: it saves the step in the middle"},
    {" swing ",
     "Messages pass several links. In exchange s a node's peer is about 2^s/3 links away, now on one side, now on the "
     "other, so that few of them share a link. Each exchange of the first half sends half of what is left to sum; the "
     "second half brings the finished sums back.",
     "comparison: long vectors on networks that cut through"},
    {" swing-latency ",
     "Messages pass several links. In exchange s a node's peer is about 2^s/3 links away, now on one side, now on the "
     "other, so that few of them share a link. Peers send each other the whole vector, and add it up.",
     "comparison: short vectors on networks that cut through"},
    {" halfway ",
     "Nodes exchange in pairs, with another peer in each of L exchanges. In the first j a node sends half of what it "
     "still sums, and keeps the other half; in those between, all that is left; in the last j finished halves come "
     "back. j = 0 has the fewest start-ups and j = L-1 the least data; a formula chooses. Peers are a power of two "
     "apart, or Swing's, about 2^s/3 links away.",
     "allreduces of middle sizes on networks that cut through, and on cubes and tori with no radix but 2, 3 and 4"},
    {" far-doubling ",
     "In each exchange two nodes whose numbers differ in one bit, however far apart, send each other everything they "
     "have, and add it up.",
     "comparison: short vectors on networks that cut through"},
    {" far-halving ",
     "In each exchange two nodes whose numbers differ in one bit, however far apart, send each other half of what is "
     "left to sum, the nearest first; then finished sums come back in the same way (Rabenseifner).",
     "comparison: long vectors on networks that cut through"},
    {" far-broadcast ",
     "A node that drives k links tells k others at once, wherever they are: messages pass the nodes between. Whom to "
     "tell first is searched for, so that in each step the ways share no link.",
     "short broadcasts on networks that cut through: the fewest start-ups"},
    {" far-reduce ",
     "far-broadcast backwards: a node takes in the partial sums of k others at once, wherever they are, over ways that "
     "share no link; messages pass the nodes between.",
     "short reduces on networks that cut through: the fewest start-ups"},
    {" direct ",
     "Every block goes straight to where it is wanted, as a packet of its own that passes the nodes between. All nodes "
     "serve the same offsets in a step, at most one for each port; an edge colouring says which.",
     "short blocks on networks that cut through"},
    {" digits ",
     "Sets of offsets, a set for each step, are searched for, such that every offset is a sum of at most one out of "
     "each: its digits. In a step everything that has such a digit goes that far, joined to one packet a port: few "
     "start-ups, and blocks travel more than once.",
     "short blocks on networks that cut through"},
    {" bruck ",
     "Ring by ring, what has far to go is moved 1, 2, 4, ... links, or with two ports 1, 3, 9, ... both ways, as the "
     "digits of its offset say, joined to one packet a step: few start-ups, and blocks travel more than once.",
     "short blocks on networks that cut through"},
    {" stride-exchange ",
     "As torus-complete-exchange, but on a ring whose farthest nodes are R links away the first step is a flight over "
     "half of R, for all that has farther to go than the other half, then one over a quarter, and so on: nothing "
     "leaves its shortest way, and there are about log2(R) start-ups in place of R.",
     "blocks of middle length on networks that cut through, with rings of 6 nodes and more"},
    {" multiplying ",
     "Nodes whose numbers differ in one digit alone are a group, of up to k+1 nodes on k ports, and all of a group "
     "exchange at once: so any radix will do. In the first j of the L digits each sends what the others are to sum, in "
     "those between everything, and j more steps bring the finished sums back. j is chosen by formula.",
     "networks that cut through, whatever their radices"},
    {" bine-tree ",
     "A tree in which those who know double in every step, the farthest first. Peers are Swing's, about 2^s/3 links "
     "away on alternate sides, so that ways are shorter than a binomial tree's. Gathers and reduces go up it.",
     "comparison, on networks that cut through"},
    {" far-binomial ",
     "A tree in which those who know double in every step, the farthest first: peers' numbers differ in one bit. "
     "Gathers and reduces go up it.",
     "comparison, on networks that cut through"},
};

const size_t cli_words_others_count = sizeof cli_words_others / sizeof *cli_words_others;
