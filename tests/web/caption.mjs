// What has happened stays visible, and every step is told in words.
import { assert, test } from "./harness.mjs";
import { Explorer } from "./page.mjs";

/** [from, to] of every link direction with a trail at a time. */
const trails = (page, time) => page.evaluate((at) => {
  const found = [], { trails: all } = linkbound.panes[0].stage;
  all.to(at);
  all.each((from, to, share) => found.push([from, to, share]));
  return found;
}, time);

/** The words for the start, for every step, and for the end. */
const words = (page) => page.evaluate(() => {
  const { plan, captions } = linkbound.panes[0];
  return [0, ...Array.from(plan.ticks, (_, k) => plan.middle(k + 1)), plan.end].map((time) => captions.at(time));
});

test("a broadcast leaves its tree, forwards and backwards", () => Explorer.with("task=broadcast&network=cube:4&root=5", {}, async (e, page) => {
  const all = await trails(page, 4);
  assert.equal(all.length, 15);
  assert.deepEqual(all.map(([, to]) => to).sort((a, b) => a - b), [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  assert.deepEqual((await trails(page, 1)).map(([from]) => from), [5]);
  assert.equal((await trails(page, 2)).length, 3);
  assert.deepEqual(await trails(page, 0), []);
  const picture = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
    resolve(document.getElementById("stage-a").toDataURL())))));
  await page.click("#last");
  const before = await picture();
  await page.uncheck("#trails");
  assert.notEqual(await picture(), before);
  assert.match(await page.evaluate(() => location.hash), /trails=off/);
}));

test("trails are as strong as the load of a link", () => Explorer.with("task=gather&network=ring:5", {}, async (e, page) => {
  const shares = Object.fromEntries((await trails(page, 9)).map(([from, to, share]) => [`${from}-${to}`, share]));
  assert.deepEqual(shares, { "1-0": 1, "2-1": 0.5, "3-4": 0.5, "4-0": 1 });
}));

test("trails follow the linear clock", () => Explorer.with("task=broadcast&network=cube:3&clock=linear&bytes=1024&tau=1&beta=10", {}, async (e, page) => {
  const ends = await page.evaluate(() => [...linkbound.panes[0].plan.moves.finish].sort((a, b) => a - b));
  const done = (await trails(page, ends[4])).length;
  assert.ok(done > 0 && done <= 5);
  assert.equal((await trails(page, ends.at(-1))).length, await page.evaluate(() => {
    const m = linkbound.panes[0].plan.moves;
    return new Set(Array.from(m.from, (v, i) => v * 8 + m.to[i])).size;
  }));
}));

const SAID = [
  ["task=alltoall&network=cube:3", 1, "Every node sends over all 3 of its links; after it, 8 of 56 blocks are home."],
  ["task=broadcast&network=cube:3", 0, "At first node 0 has what everybody wants."],
  ["task=broadcast&network=cube:3", 3, /^Nodes 0, 1, 2 and 3 send across dimension 2, on 4 of 24 links; after it, every node has all of it\.$/],
  ["task=gather&network=ring:5", 2, /^Nodes .* send to node 0; after it, all blocks are home\.$/],
  ["task=send&network=cube:3&to=7", 1, "Node 0 sends to node 1; after it, no block is home yet."],
  ["task=allgather&network=ring:4", 1, "Every node sends over all 2 of its links; after it, every node knows 3 of 4 blocks."],
  ["task=reduce&network=cube:2", 2, /; after it, all additions are done\.$/],
  ["task=allreduce&network=cube:2", -1, "Done: every sum is where it is wanted."],
];

test("steps in words", () => Explorer.with("", {}, async (e, page) => {
  for (const [fragment, step, text] of SAID) {
    await e.go(fragment);
    const said = (await words(page)).at(step);
    if (typeof text === "string") assert.equal(said, text, fragment);
    else assert.match(said, text, fragment);
  }
}));

test("every step of every task has its caption, and the last says that all is there", () => Explorer.with("", {}, async (e, page) => {
  const tasks = await page.locator("#f-task option").evaluateAll((all) => all.map((o) => o.value));
  for (const task of tasks) {
    await e.choose("f-task", task);
    const all = await words(page);
    for (const said of all) assert.match(said, /^[A-Z\d].*[a-z\d]\.$/, `${task}: ${said}`);
    assert.match(all.at(-2), /(all (blocks|additions|copies|partial results) are|has all of it|knows 16 of 16 blocks|the block is home)/, task);
    assert.match(all.at(-1), /^Done: /);
  }
}));
