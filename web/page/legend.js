// What the colours of a drawing mean.

const MOST_DIMS = 12;
const MANY = { origin: "where the data is from", dest: "where the data goes", piece: "piece of the block" };

/** Where there are no dimensions: the kinds of links, such as the generators of a circulant graph; of a graph one. */
const kindsOf = (net) => [...new Set(net.ports.map((port) => port.dim))].sort((a, b) => a - b);

const nameOf = (dim, net, count) => (net.grid ? `dim ${dim}` : count > 1 ? `links of kind ${dim + 1}` : "a packet");

/** [{colour, text}]: no colour stands for many; `gold` is the witness's line. */
export function legendOf({ options, colours, witness }, { net, profile, drawn }) {
  const dims = net.grid ? net.radices.flatMap((radix, dim) => (radix > 1 ? [dim] : [])) : kindsOf(net);
  const byDim = options.colour === "dimension" || profile;
  const found = !byDim ? [{ colour: null, text: MANY[options.colour] }]
    : dims.slice(0, MOST_DIMS).map((dim) => ({ colour: colours.kind(dim), text: nameOf(dim, net, dims.length) }));
  if (byDim && dims.length > MOST_DIMS) found.push({ colour: null, text: `to dim ${dims.at(-1)}` });
  if (drawn && byDim && net.flies) found.push({ colour: colours.flight, text: "over several links at once" });
  if (drawn && options.witness && witness && witness.nodes.size + witness.links.size)
    found.push({ gold: colours.witness, text: "why nothing can be faster" });
  return found;
}
