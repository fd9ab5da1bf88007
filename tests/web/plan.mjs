// Choosing and planning: every control, and the same answers as the tool's.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, test } from "./harness.mjs";
import { Explorer, tool, toolError } from "./page.mjs";

test("the page plans by itself, and asks nobody", () => Explorer.with("", {}, async (e) => {
  assert.match(await e.text("#pane-a .verdict"), /8 steps\s+no schedule can be faster/);
  assert.match(await e.text("#pane-a .algorithm"), /total-exchange · alltoall on cube:4/);
  assert.match(await e.text("#pane-a .witness"), /every node's data needs 32 hops over 4 links a node/);
}));

test("every task can be chosen, and is planned", () => Explorer.with("", {}, async (e, page) => {
  const tasks = await page.locator("#f-task option").evaluateAll((all) => all.map((o) => o.value));
  assert.equal(tasks.length, 15);
  for (const task of tasks) {
    await e.choose("f-task", task);
    assert.equal(await e.error(), "", task);
    assert.match(await e.text("#pane-a .algorithm"), new RegExp(` · ${task}[ ,]`));
  }
}));

test("every preset is planned", () => Explorer.with("", {}, async (e, page) => {
  const presets = await page.locator("#preset option").evaluateAll((all) => all.map((o) => o.value).filter(Boolean));
  for (const preset of presets) {
    await e.choose("preset", preset);
    assert.equal(await e.error(), "", preset);
    assert.ok(await e.state("linkbound.panes[0].plan.moves.count > 0"), preset);
  }
}));

const SAME = [
  "task=alltoall&network=cube:4",
  "task=alltoall&network=cube:6&ports=one",
  "task=alltoall&network=3x4",
  "task=broadcast&network=cube:3&packets=12&root=5",
  "task=gather&network=5x5&without=0-1,12>13&without-node=7&root=3",
  "task=allreduce&network=4x4x4",
  "task=broadcast&network=cube:4&clock=linear&bytes=4K&tau=1/3&beta=100",
  "task=scatter&network=cube:5&algorithm=tree&tree=sbnt-minr",
  "task=permute&network=cube:4&permutation=random&seed=9",
  "task=isotropic&network=6x6&stencil=moore:1&algorithm=greedy&rule=random&seed=3",
  "task=isotropic&network=4x4&offsets=(1,0);(0,-1)*2",
  "task=multibroadcast&network=cube:4&sources=0,5,15*2",
  "task=neighbors&network=8x8&distance=1..2",
  "task=send&network=cube:4&root=1&to=14&packets=9",
  "task=scan&network=3x3",
];

test("schedule files are the tool's, byte for byte, and so are the figures", () => Explorer.with("", {}, async (e) => {
  const work = mkdtempSync(join(tmpdir(), "linkbound-web-")), path = join(work, "plan.jsonl");
  try {
    for (const fragment of SAME) {
      const words = [...new URLSearchParams(fragment)];
      const args = ["plan", words[0][1], words[1][1], ...words.slice(2).map(([key, value]) => `--${key}=${value}`)];
      const said = JSON.parse(tool(...args, "--json", "-o", path));
      await e.go(fragment);
      assert.equal(await e.error(), "", fragment);
      const got = await e.download("save-schedule");
      assert.ok(got.text === readFileSync(path, "utf8"), `${fragment}: another schedule`);
      assert.match(got.name, /^[\w.-]+\.jsonl$/);
      const result = await e.state("linkbound.panes[0].plan.result");
      for (const key of ["algorithm", "steps", "transmissions", "steps_bound", "utilisation", "witness", "time_exact", "optimal"])
        assert.deepEqual(result[key], said[key], `${fragment}: ${key}`);
      assert.equal(await e.state("linkbound.panes[0].plan.moves.count"), said.transmissions, fragment);
    }
  } finally {
    rmSync(work, { recursive: true });
  }
}));

test("the command line shown is one the tool takes", () => Explorer.with(
  "task=isotropic&network=4x4&offsets=(1,0);(0,-1)*2&ports=2", {}, async (e) => {
    const line = await e.text("#command");
    assert.equal(line, "linkbound plan isotropic 4x4 '--offsets=(1,0);(0,-1)*2' --ports=2");
    await e.page.click("#copy-command");
    assert.equal(await e.page.evaluate(() => navigator.clipboard.readText()), line);
  }));

test("errors are the library's own sentences", () => Explorer.with("", {}, async (e, page) => {
  for (const [id, value, args] of [
    ["f-network", "cube:99", ["plan", "alltoall", "cube:99"]],
    ["f-network", "4xx4", ["plan", "alltoall", "4xx4"]],
    ["f-ports", "9", ["plan", "alltoall", "cube:4", "--ports=9"]],
    ["f-without", "0-3", ["plan", "alltoall", "cube:4", "--without=0-3"]],
    ["f-without-node", "99", ["plan", "alltoall", "cube:4", "--without-node=99"]],
  ]) {
    await e.type(id, value);
    assert.equal(await e.error(), toolError(...args).text);
    assert.ok(await page.locator("#pane-a.stale").count(), "what is shown is not what is asked for");
    await e.type(id, id === "f-network" ? "cube:4" : "");
    assert.equal(await e.error(), "");
  }
}));

test("controls: root, receiver, ports, packets, faults, clock, algorithm", () => Explorer.with("", {}, async (e, page) => {
  await e.choose("f-task", "broadcast");
  await e.type("f-root", "6");
  assert.match(await e.text(".algorithm"), /broadcast from 6/);
  await e.type("f-packets", "8");
  assert.match(await e.text(".witness"), /8 packets/);
  await e.type("f-ports", "one");
  assert.match(await e.text("#command"), /--ports=one/);
  await e.type("f-ports", "");
  await e.type("f-without", "6-7");
  assert.match(await e.text(".algorithm"), /without 1 link/);
  await e.type("f-without", "");
  await page.check("#f-clock-linear", { force: true });
  await e.settled();
  assert.match(await e.text(".verdict"), /^.\s+Time /);
  assert.ok(await page.isHidden("#f-packets"));
  await e.type("f-bytes", "1M");
  await e.choose("f-algorithm", "broadcast-2");
  assert.match(await e.text("#pane-a .algorithm"), /^broadcast-2/);
  assert.match(await e.text("#promise"), /tau\*m \+ d\*beta/);
  await e.choose("f-task", "send");
  await e.type("f-to", "9");
  assert.match(await e.text(".algorithm"), /send from 6 to 9/);
}));

test("algorithms that cannot are listed with the reason", () => Explorer.with("task=alltoall&network=4x4", {}, async (e, page) => {
  const option = page.locator("#f-algorithm option[value=total-exchange]");
  assert.ok(await option.evaluate((o) => o.disabled));
  assert.match(await option.evaluate((o) => o.textContent), /total-exchange – \S+/);
  assert.ok(!(await page.locator("#f-algorithm option[value=isotropic]").evaluate((o) => o.disabled)));
}));

test("two algorithms side by side, on one scale", () => Explorer.with(
  "task=scatter&network=cube:5&compare=binomial-scatter", {}, async (e, page) => {
    assert.match(await e.text("#pane-a .verdict"), /7 steps/);
    assert.match(await e.text("#pane-b .verdict"), /16 steps\s+9 above the bound 7/);
    assert.equal(await e.text("#headline"), "balanced-scatter is 2.3 times as fast 7 steps instead of 16, and nothing can be faster; both send 80 packets.");
    // At the full width of the page, in step.
    const [a, b] = await Promise.all(["#stage-a", "#stage-b"].map((id) => page.locator(id).boundingBox()));
    assert.ok(a.width + b.width > 1440 - 80 && a.y === b.y && a.height === b.height);
    await page.fill("#scrub", "9");
    assert.match(await e.text("#pane-a .caption"), /^Done: all blocks are home/);
    assert.match(await e.text("#pane-b .caption"), /after it, \d+ of 31 blocks are home\.$/);
    await page.click("#fold");
    assert.equal(await e.state("linkbound.panes[0].timeline.span"), 16);
    await page.click("#last");
    assert.match(await e.text("#where"), /done: 16 steps/);
    await page.uncheck("#f-comparing");
    await e.settled();
    assert.ok(await page.isHidden("#pane-b"));
    assert.ok(await page.isHidden("#headline"));
    await page.check("#f-comparing");
    await e.settled();
    assert.ok(await page.isVisible("#pane-b .verdict"));
  }));

test("one headline for two plans", () => Explorer.with("", {}, async (e) => {
  for (const [fragment, said] of [
    ["task=broadcast&network=cube:4&compare=broadcast-1", /^Both optimal 4 steps, and nothing can be faster; both are broadcast-1\./],
    ["task=scatter&network=cube:3&algorithm=binomial-scatter&compare=binomial-scatter", /^Equally fast 4 steps; both are binomial-scatter\./],
    ["task=broadcast&network=cube:4&clock=linear&bytes=4096&tau=1&beta=100&compare=broadcast-1", /^\S+ is \d\.\d times as fast time .* instead of 16.784/],
  ]) {
    await e.go(fragment);
    assert.match(await e.text("#headline"), said, fragment);
  }
}));

test("what is too large to draw is planned, and has its timeline and counts", () => Explorer.with("task=broadcast&network=cube:13", {}, async (e, page) => {
  assert.match(await e.text(".verdict"), /13 steps/);
  assert.match(await e.text(".head .note"), /^Planned, checked and optimal, but too large to be drawn packet by packet: 8.192 nodes on 106.496 links, 8.191 packets/);
  assert.deepEqual(await page.evaluate(() => Array.from({ length: 13 }, (_, k) => linkbound.panes[0].plan.busyIn(k + 1))),
    Array.from({ length: 13 }, (_, k) => 2 ** k));
  await page.click("#next");
  assert.equal(await e.text("#where"), "step 2 of 13");
  assert.match(await e.text(".caption"), /^2 packets on 106.496 links\.$/);
  // Every node does the same: one is counted, and stands for all.
  await e.go("task=alltoall&network=cube:11");
  assert.match(await e.text(".verdict"), /1.024 steps\s+no schedule can be faster/);
  assert.equal(await e.text(".caption"), "Every node sends over all 11 of its links.");
  assert.deepEqual(await page.evaluate(() => [...new Set(linkbound.panes[0].plan.profile.busy)]), [2048]);
  assert.ok(await page.isVisible("#pane-a .chart"));
  assert.ok(await page.isHidden("#pane-a .stage"));
  await page.fill("#pick-node", "5");
  assert.match(await e.text("#detail"), /^The plan is too large to look at single nodes/);
}));
