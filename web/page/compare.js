// Two plans in one line: which is faster, and by how much.
import { amount, number } from "./dom.js";

const steps = (count) => `${number(count)} step${count === 1 ? "" : "s"}`;

/** What is compared: a time or steps, in words, and whether nothing can be less. */
function measure({ result, timed }) {
  return timed ? { value: result.time, words: `time ${amount(result.time)}`, short: amount(result.time), best: result.time === result.time_bound }
    : { value: result.steps, words: steps(result.steps), short: number(result.steps), best: result.steps === result.steps_bound };
}

function packets(a, b) {
  const [x, y] = [a.result.transmissions, b.result.transmissions];
  if (x === y) return `both send ${number(x)} packets`;
  const [less, fewer, more] = x < y ? [a, x, y] : [b, y, x];
  return `${less.result.algorithm} sends ${number(fewer)} packets, the other ${number(more)}`;
}

/** {strong, more}: the headline, and what to say beside it. */
export function comparison(a, b) {
  const [x, y] = [measure(a), measure(b)];
  if (!(x.value > 0 && y.value > 0)) return { strong: "Nothing to compare", more: "" };
  if (x.value === y.value) {
    const same = a.result.algorithm === b.result.algorithm ? `both are ${a.result.algorithm}` : packets(a, b);
    return x.best && y.best ? { strong: "Both optimal", more: `${x.words}, and nothing can be faster; ${same}` }
      : { strong: "Equally fast", more: `${x.words}; ${same}` };
  }
  const [fast, slow, p, q] = x.value < y.value ? [a, b, x, y] : [b, a, y, x], ratio = q.value / p.value;
  const verb = ratio >= 1.05 ? `${+ratio.toPrecision(2)} times as fast` : `${amount(100 * (ratio - 1))} % faster`;
  return { strong: `${fast.result.algorithm} is ${verb}`,
    more: `${p.words} instead of ${q.short}${p.best ? ", and nothing can be faster" : ""}; ${packets(fast, slow)}` };
}
