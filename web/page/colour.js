// Colours of the drawing. They are made in OKLCH, so that all hues are equally strong on either ground, and given out as
// #rrggbb, which canvas and every SVG viewer understand.
import { darkQuery } from "./dom.js";

export function oklch(light, chroma, hue) {
  const a = chroma * Math.cos(hue * Math.PI / 180), b = chroma * Math.sin(hue * Math.PI / 180);
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3;
  const linear = [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s];
  return "#" + linear.map((c) => {
    const v = c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, v)) * 255).toString(16).padStart(2, "0");
  }).join("");
}

// Neighbours in this list are far apart in hue, also for most colour-blind readers.
const HUES = [262, 50, 155, 340, 95, 215, 300, 20, 180, 75, 320, 130];

/** Everything the drawing needs, for the ground it stands on. */
export function palette(dark = darkQuery.matches) {
  const light = dark ? 0.76 : 0.56, chroma = dark ? 0.145 : 0.17;
  return {
    dark,
    ground: dark ? "#12151b" : "#ffffff",
    ink: dark ? "#e8ebf1" : "#171b22",
    muted: dark ? "#8d97a8" : "#66707f",
    link: dark ? "#4a5365" : "#b4bcc9",
    nodeFill: dark ? "#1d222c" : "#ffffff",
    nodeLine: dark ? "#8d97a8" : "#5b6575",
    done: dark ? oklch(0.8, 0.11, 262) : oklch(0.5, 0.17, 262),
    witness: dark ? oklch(0.82, 0.15, 88) : oklch(0.74, 0.16, 78),
    flight: dark ? oklch(0.72, 0.1, 190) : oklch(0.5, 0.09, 190), // a move over several links
    broken: dark ? oklch(0.7, 0.19, 25) : oklch(0.57, 0.22, 27),
    selected: dark ? "#ffffff" : "#0b0e13",
    empty: dark ? "#1b2029" : "#eef0f4",
    /** One of a few kinds: dimensions, pieces. */
    kind: (index) => oklch(light, chroma, HUES[index % HUES.length] + 13 * Math.floor(index / HUES.length)),
    /** One of many in a row: nodes. */
    among: (index, count) => oklch(light, chroma, 262 + 360 * (index % Math.max(1, count)) / Math.max(1, count)),
  };
}
