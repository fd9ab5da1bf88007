// How large a node's label is written, and on what: into the node, on a plate across it when it is wider, or above it.

const WIDE = 0.62; // of a letter's size, on average
const ROOM = 1.64; // of a node's radius, between its ring

/** { size, above, plate }: plate is the width and height of the ground that a label needs which is wider than its node, or null. */
export function lettering(label, r, inside) {
  if (!inside) return { size: Math.max(9, r * 0.9), above: true, plate: null };
  if (label.length <= 2) return { size: r * 1.02, above: false, plate: null };
  const size = r * 0.8, width = label.length * size * WIDE;
  return { size, above: false, plate: width > ROOM * r ? { width: width + 4, height: size * 1.3 } : null };
}
