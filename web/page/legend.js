// What the colours of a drawing mean.

const MOST_DIMS = 12;
const MANY = { origin: "where the data is from", dest: "where the data goes", piece: "piece of the block" };

/** [{colour, text}]: no colour stands for many; `gold` is the witness's line. */
export function legendOf({ options, colours, witness }, { net, profile, drawn }) {
  const dims = net.radices.flatMap((radix, dim) => (radix > 1 ? [dim] : []));
  const byDim = options.colour === "dimension" || profile;
  const found = !byDim ? [{ colour: null, text: MANY[options.colour] }]
    : dims.slice(0, MOST_DIMS).map((dim) => ({ colour: colours.kind(dim), text: `dim ${dim}` }));
  if (byDim && dims.length > MOST_DIMS) found.push({ colour: null, text: `to dim ${dims.at(-1)}` });
  if (drawn && byDim && net.flies) found.push({ colour: colours.flight, text: "over several links at once" });
  if (drawn && options.witness && witness && witness.nodes.size + witness.links.size)
    found.push({ gold: colours.witness, text: "why nothing can be faster" });
  return found;
}
