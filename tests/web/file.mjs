// Files of one's own: good ones, broken ones, hostile ones.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, test } from "./harness.mjs";
import { Explorer, tool, toolError } from "./page.mjs";

const HEAD = { linkbound: 1, network: "2x2", task: "broadcast", root: 0, ports: 2, clock: "unit", algorithm: "by hand", steps: 2, moves: 3, denominator: 1 };
const MOVES = [{ step: 1, from: 0, to: 1, data: [[0]] }, { step: 2, from: 0, to: 2, data: [[0]] }, { step: 2, from: 1, to: 3, data: [[0]] }];
const file = (head, ...moves) => [{ ...HEAD, ...head }, ...moves].map((line) => JSON.stringify(line)).join("\n") + "\n";

/** What the tool's check says about a file. */
function judged(text) {
  const work = mkdtempSync(join(tmpdir(), "linkbound-web-")), path = join(work, "f");
  writeFileSync(path, text);
  const { status, text: said } = toolError("check", path);
  rmSync(work, { recursive: true });
  return { status, said: said.replaceAll(path, "FILE") };
}

test("a good file is checked and played", () => Explorer.with("", {}, async (e, page) => {
  const work = mkdtempSync(join(tmpdir(), "linkbound-web-"));
  tool("plan", "allgather", "4x4", "-q", "-o", join(work, "good.jsonl"));
  const text = readFileSync(join(work, "good.jsonl"), "utf8"), told = JSON.parse(tool("check", "--json", join(work, "good.jsonl")));
  rmSync(work, { recursive: true });
  await e.give("good.jsonl", text);
  assert.match(await e.text("#file-name"), /^good\.jsonl, /);
  assert.match(await e.text(".algorithm"), /^torus-allgather · allgather on 4x4/);
  assert.equal(await e.error(), "");
  for (const key of ["steps", "steps_bound", "transmissions", "transmissions_bound", "mean_delay", "mean_delay_bound"])
    assert.equal(await e.state(`linkbound.panes[0].plan.result.${key}`), told[key], key);
  assert.match(await e.text(".verdict"), /steps\s+no schedule can be faster/);
  assert.equal(await e.state("linkbound.panes[0].plan.moves.count"), text.trim().split("\n").length - 1);
  assert.equal((await e.download("save-schedule")).text, text);
  assert.equal(await e.text("#command"), "linkbound check good.jsonl");
  assert.equal(await page.inputValue("#f-task"), "allgather");
  assert.equal(await page.inputValue("#f-network"), "4x4");
  await page.click("#close-file");
  await e.settled();
  assert.equal(await e.text("#command"), "linkbound plan allgather 4x4");
  assert.match(await e.text(".algorithm"), /allgather on 4x4/);
}));

const ASKED = [
  "broadcast cube:3 --root=5 --packets=4", "gather 5x5 --root=3 --without=0>1,1>0 --without-node=7", "send cube:3 --root=1 --to=6",
  "multibroadcast cube:3 --sources=0,5", "isotropic 4x5 --offsets=(3,0);(0,1);(2,3)", "isotropic ring:5 --offsets=1,3", "permute cube:2 --permutation=3,2,1,0", "neighbors 5x5 --distance=1..2",
  "alltoall cube:3 --ports=1",
];

test("the form says what a file is about, as the command that planned it did", () => Explorer.with("", {}, async (e, page) => {
  const work = mkdtempSync(join(tmpdir(), "linkbound-web-")), path = join(work, "plan.jsonl");
  for (const words of ASKED) {
    tool("plan", ...words.split(" "), "-q", "-o", path);
    await e.give("plan.jsonl", readFileSync(path));
    await page.click("#close-file");
    await e.settled();
    assert.equal((await e.text("#command")).replaceAll("'", ""), `linkbound plan ${words}`);
    assert.equal(await e.error(), "", words);
  }
  rmSync(work, { recursive: true });
}));

test("a bad file after a good one leaves nothing of it, and the message names it", () => Explorer.with("", {}, async (e, page) => {
  await e.give("good.jsonl", file({}, ...MOVES));
  assert.match(await e.text(".verdict"), /2 steps/);
  await e.give("bad.jsonl", "{}\n");
  assert.match(await e.error(), /^bad\.jsonl, line 1: /);
  assert.equal(await page.locator("#step-moves").textContent(), "");
  for (const part of [".head", ".facts", ".caption", ".legend"]) assert.equal(await page.locator(`#pane-a ${part}`).textContent(), "", part);
  for (const part of [".stage", ".chart"]) assert.ok(await page.isHidden(`#pane-a ${part}`), part);
  assert.equal(await e.text("#where"), "");
  assert.equal(await e.text("#command"), "linkbound check bad.jsonl");
  await page.click("#save-svg");
  assert.equal(await e.text("#tip"), "There is no drawing to save.");
  await e.give("other.xml", "<algo/>\n");
  assert.match(await e.error(), /^other\.xml, line 1: .*linkbound check FILE$/);
  await e.give("good.jsonl", file({}, ...MOVES));
  assert.equal(await e.error(), "");
  assert.ok(await page.isVisible("#pane-a .stage"));
  assert.equal(await page.locator("#step-moves tbody tr").count(), 1);
}));

const BROKEN = [
  ["a packet sent before it has arrived", file({}, { ...MOVES[2], step: 1 }, MOVES[0], MOVES[1]), /held/],
  ["a link that there is not", file({}, MOVES[0], { step: 2, from: 0, to: 3, data: [[0]] }, MOVES[1]), /link/],
  ["a link used twice", file({}, MOVES[0], MOVES[0], MOVES[1]), /busy/],
  ["something not delivered", file({ moves: 2 }, MOVES[0], MOVES[1]), /delivered/],
  ["a node that there is not", file({}, MOVES[0], { step: 2, from: 0, to: 77, data: [[0]] }, MOVES[2]), /./],
  ["steps that go back", file({}, MOVES[1], MOVES[0], MOVES[2]), /./],
  ["a count that is wrong", file({ moves: 4 }, ...MOVES), /./],
];

test("broken files are shown with the tool's reason, at the place", () => Explorer.with("", {}, async (e) => {
  for (const [name, text, rule] of BROKEN) {
    const { status, said } = judged(text);
    await e.give("broken.jsonl", text);
    assert.equal(status, 1, name);
    assert.match(await e.text(".verdict"), /Breaks the model: /, name);
    const broken = await e.state("linkbound.panes[0].plan.broken");
    assert.match(broken.rule, rule, name);
    assert.equal(`FILE${broken.line ? `:${broken.line}` : ""}: ${broken.rule}: ${broken.text}`, said, name);
    assert.ok((await e.text(".head .reason")).includes(broken.text), name);
    if (broken.step) assert.equal(await e.state("linkbound.player.tick"), broken.step, name);
    if (broken.line > 1) assert.match(await e.text(".head .reason"), new RegExp(`^broken\\.jsonl, line ${broken.line}: `), name);
  }
}));

const EVIL = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>';
const DEEP = `{"linkbound":1,"_":${"[".repeat(5000)}${"]".repeat(5000)}}\n`;
const HOSTILE = [
  ["script in the algorithm's name", file({ algorithm: EVIL.slice(0, 60) }, ...MOVES)],
  ["script in the network's name", file({ network: EVIL }, ...MOVES)],
  ["script in a key", `{"${EVIL.replaceAll('"', "'")}":1}\n`],
  ["nothing", ""],
  ["no text", Buffer.from([0, 255, 254, 1, 2, 3])],
  ["cut in the middle", file({}, ...MOVES).slice(0, -20)],
  ["deep", DEEP],
  ["huge numbers", file({ steps: 4294967294, moves: 9007199254740991, denominator: 9007199254740991 }, { step: 4294967294, from: 0, to: 1, data: [[0]] })],
  ["numbers too large", '{"linkbound":1,"network":"2x2","task":"broadcast","steps":1e400}\n'],
  ["a huge network", file({ network: "cube:26", ports: 26 }, ...MOVES)],
  ["a huge all-to-all", file({ network: "cube:24", task: "alltoall", root: undefined, ports: 24, moves: 0, steps: 0 })],
  ["a network that there is not", file({ network: "0x0" }, ...MOVES)],
  ["a huge step", file({ steps: 4000000000 }, { step: 4000000000, from: 0, to: 1, data: [[0]] }, ...MOVES)],
  ["a huge block name", file({}, { step: 1, from: 0, to: 1, data: [[4294967294]] })],
  ["many items", file({ moves: 1, steps: 1 }, { step: 1, from: 0, to: 1, data: Array(200000).fill([0]) })],
];

test("hostile files are harmless", () => Explorer.with("", {}, async (e, page) => {
  for (const [name, content] of HOSTILE) {
    await e.give(`${EVIL}${name}.jsonl`.replaceAll("/", ""), content);
    const error = await e.error(), verdict = await page.locator("#pane-a .head").textContent();
    assert.ok(error || /Breaks the model/.test(verdict) || name.startsWith("script in the algorithm"), name);
    assert.equal(await page.evaluate(() => window.pwned), undefined, name);
    assert.equal(await page.locator("img, main script, main iframe").count(), 0, name);
    assert.ok(await e.state("linkbound.panes[0].timeline.binColumns <= 4096"), name);
  }
  assert.match(await e.text("#file-name"), /<img src=x/); // as text
  await page.click("#close-file");
  await e.settled();
  assert.match(await e.text(".verdict"), /steps/);
}));

test("a file that is too large is not read", () => Explorer.with("", {}, async (e, page) => {
  await page.evaluate(() => {
    const big = new File([new Uint8Array(1)], "big.jsonl");
    Object.defineProperty(big, "size", { value: 65 << 20 });
    return linkbound.openFile(big);
  });
  assert.match(await e.error(), /^big\.jsonl: the file has 68.157.440 bytes; the explorer reads up to 67.108.864/);
}));
