// Small things about the document. Text always goes in as text, never as markup: a schedule file is somebody else's.

/** @returns {HTMLElement} */
export const byId = (id) => document.getElementById(id);

/** An element with attributes and children; strings become text nodes. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function refill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

let announced = 0;

/** For screen readers; what comes too fast is left out. */
export function announce(text) {
  clearTimeout(announced);
  announced = setTimeout(() => { byId("live").textContent = text; }, 250);
}

export const number = (value) => Number(value).toLocaleString("en").replaceAll(",", "\u202f");

/** A time: short, without inventing digits. */
export const amount = (value) => number(Math.abs(value) >= 1000 ? Math.round(value) : +Number(value).toPrecision(4));

export const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;

/** True when the reader has asked the system for less motion. */
const stillQuery = matchMedia("(prefers-reduced-motion: reduce)");
export const still = () => stillQuery.matches;
export const darkQuery = matchMedia("(prefers-color-scheme: dark)");

export function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
