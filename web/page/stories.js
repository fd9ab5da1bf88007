// Five guided tours. A scene is a caption, a link to what it shows, and the steps to play; `block` is one to follow.

const DOUBLING = "task=allgather&network=cube:4", SCATTER = "task=scatter&network=cube:5&view=levels&colour=dest";
const WAVES = "task=broadcast&network=cube:3&packets=12&colour=piece", GATHER = "task=gather&network=5x5&colour=origin";
const EXCHANGE = "task=alltoall&network=cube:4";

export const STORIES = [
  { id: "doubling", title: "Why recursive doubling wastes links",
    about: "The textbook's allgather leaves three links of four idle.",
    scenes: [
      { link: `${DOUBLING}&algorithm=recursive-doubling`, from: 0, to: 1,
        text: "Sixteen nodes, a 4-cube. Everybody has a block, and everybody wants all sixteen: an allgather. Recursive doubling " +
          "first swaps blocks across dimension 0. Now everybody knows two." },
      { link: `${DOUBLING}&algorithm=recursive-doubling`, from: 1, to: 7,
        text: "Then both blocks go across dimension 1, then four across dimension 2. Each time as much is sent as is known. But a link " +
          "carries one packet a step, so every dimension takes twice as long as the one before." },
      { link: `${DOUBLING}&algorithm=recursive-doubling`, from: 7, to: 15,
        text: "The last dimension takes 8 steps: 15 in all. Look at the timeline. A node has four links, and in every step three of " +
          "them stand idle: 25 % are busy. Fifteen blocks must come in over four links, so 4 steps might do." },
      { link: `${DOUBLING}&compare=recursive-doubling`, from: 0, to: 15,
        text: "They do. Bertsekas and others (1991) send over all dimensions at once, in an order in which no two blocks ever want the " +
          "same link. The same 240 packets, 4 steps instead of 15, and nothing can be faster." },
    ] },
  { id: "necklaces", title: "The necklace tree",
    about: "How a root keeps all its links busy to the last step.",
    scenes: [
      { link: `${SCATTER}&algorithm=balanced-scatter`, from: 0, to: 0,
        text: "Node 0 of a 5-cube has a block for each of the 31 others, and five links to send them over. 31 blocks over 5 links: no " +
          "schedule is done before step 7. The gold links are the reason." },
      { link: `${SCATTER}&algorithm=binomial-scatter`, from: 0, to: 16,
        text: "The usual tree is the binomial one. It hangs 16 nodes on one link of the root, 8 on the next, and 1 on the last. The " +
          "full link takes 16 steps, while the others stand idle." },
      { link: `${SCATTER}&algorithm=balanced-scatter&labels=digits`, from: 7, to: 7,
        text: "Write a node's number as five beads on a ring. Turning the ring gives a necklace: 00011, 00110, 01100, 11000, 10001. " +
          "Give each branch of the root one node of every necklace, and all branches are equally large: six nodes each, and 11111 " +
          "goes where it likes." },
      { link: `${SCATTER}&algorithm=balanced-scatter`, from: 0, to: 7,
        text: "Now the root sends over all five links, step after step, to the farthest nodes first, so that everything arrives in " +
          "time. 7 steps: the bound." },
      { link: `${SCATTER}&compare=binomial-scatter`, from: 0, to: 16,
        text: "Side by side, in step: the same 80 packets, 2.3 times as fast." },
    ] },
  { id: "waves", title: "The waves of BROADCAST 4",
    about: "A long message in pieces that follow each other through the cube.",
    scenes: [
      { link: `${WAVES}&algorithm=broadcast-1`, from: 0, to: 14,
        text: "Node 0 has 12 packets for everybody, on a 3-cube. One tree, one dimension after the other: all 12 cross dimension 0, " +
          "then all cross dimension 1, then dimension 2. That takes 36 steps." },
      { link: `${WAVES}&algorithm=broadcast-2`, from: 0, to: 12,
        text: "BROADCAST 2 (Stout and Wagar, 1990) cuts the message into three parts and gives each part a tree of its own, which takes " +
          "the dimensions in another order. The trees never want the same link: 12 steps." },
      { link: `${WAVES}&algorithm=broadcast-4`, from: 0, to: 6,
        text: "Most links still wait for most of the time. BROADCAST 4 does not wait until a part has crossed whole: the root " +
          "sends three packets in every step, and the next ones follow at once, wave after wave. 6 steps, and nothing can be faster." },
      { link: `${WAVES}&algorithm=broadcast-4&compare=broadcast-2`, from: 0, to: 12,
        text: "In step with each other: the waves are home when BROADCAST 2 is half way." },
    ] },
  { id: "exchange", title: "An all-to-all with no idle link",
    about: "512 packets, 64 links, 8 steps: every link carries one in every step.",
    scenes: [
      { link: EXCHANGE, from: 0, to: 0,
        text: "Every node of a 4-cube has a block for every other: 240 blocks. A block for a node that differs in k bits must cross k " +
          "links, which makes 32 hops for every node's blocks. A node has 4 links: 8 steps, if no link ever rests." },
      { link: EXCHANGE, from: 0, to: 1,
        text: "The first step: every node sends over all four links, both ways. All nodes do the same thing, each as seen from its " +
          "own place, so it is enough to plan for one." },
      { link: EXCHANGE, from: 1, to: 8, block: [0, 15],
        text: "Follow one block, from 0 to 15. It must cross all four dimensions. It stays at home while others are served, and then " +
          "goes in steps 5, 6, 7 and 8. The order is chosen so that what must go over a link is always there in time." },
      { link: EXCHANGE, from: 8, to: 8,
        text: "Done in 8 steps. There is no pale cell in the timeline: no link was idle, not once. That is what optimal looks like." },
    ] },
  { id: "fault", title: "Around a dead link",
    about: "What a broken link costs, and what it need not cost.",
    scenes: [
      { link: GATHER, from: 0, to: 6,
        text: "A torus of 5 by 5. All 24 others have a block for node 0, which has four links: 6 steps, and every link into node 0 is " +
          "busy in each of them." },
      { link: `${GATHER}&without=0-1`, from: 0, to: 0,
        text: "Now the link between 0 and 1 is dead. A schedule that does not know would lose a quarter of the blocks. And the bound " +
          "has moved: 24 blocks over the three links that are left need 8 steps." },
      { link: `${GATHER}&without=0-1`, from: 0, to: 8,
        text: "8 steps it is: flows around the gap, planned so that the three links never rest. The fault costs what it must, two " +
          "steps and 3 hops, and nothing more." },
      { link: `${GATHER}&without=0-1,0-5`, from: 0, to: 12,
        text: "A second link of node 0 dies: two are left, 12 steps, again the bound. The checker knows the dead links too: no packet " +
          "crosses them." },
    ] },
];
