// Looking closer: clicks, views, the witness, the link to share, the SVG.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { assert, eventually, test } from "./harness.mjs";
import { Explorer } from "./page.mjs";

/** Where a node is on the screen. */
const spot = (e, node) => e.page.evaluate((v) => {
  const { stage, canvas } = linkbound.panes[0], box = canvas.getBoundingClientRect();
  return [box.x + stage.scene.node[v * 3], box.y + stage.scene.node[v * 3 + 1]];
}, node);

test("a node clicked shows its program, a link its traffic, a packet its path", () => Explorer.with("task=alltoall&network=cube:3&view=flat", {}, async (e, page) => {
  await page.waitForTimeout(60);
  await page.mouse.click(...await spot(e, 5));
  assert.match(await e.text("#detail"), /Node 5 101\s+Its program: sends 12 packets, receives 12\./);
  assert.equal(await page.inputValue("#pick-node"), "5");
  const [x, y] = await page.evaluate(() => {
    const { stage, canvas, plan } = linkbound.panes[0], box = canvas.getBoundingClientRect();
    let at = null;
    plan.inFlight(stage.time, (move, f) => {
      const m = plan.moves;
      if (m.from[move] === 0 && m.to[move] === 1) at = stage.scene.along(0, 1, f, 4 * stage.scene.scale);
    });
    return [box.x + at[0], box.y + at[1]];
  });
  await page.mouse.click(x, y);
  assert.match(await e.text("#detail"), /Block 0 → \d/);
  await page.mouse.click(...await page.evaluate(() => {
    const { stage, canvas } = linkbound.panes[0], box = canvas.getBoundingClientRect(), at = stage.scene.along(0, 1, 0.3, 4);
    return [box.x + at[0], box.y + at[1]];
  }));
  assert.match(await e.text("#detail"), /Link 0 → 1 dimension 0\s+Carries 4 packets; busy 100 % of the time/);
  await page.click("#detail .time >> nth=2");
  assert.equal(await e.text("#where"), "step 3 of 4");
}));

test("the same by number, with limits", () => Explorer.with("task=alltoall&network=cube:3", {}, async (e, page) => {
  await page.fill("#pick-node", "7");
  assert.match(await e.text("#detail"), /Node 7/);
  await page.fill("#pick-node", "8");
  assert.match(await e.text("#detail"), /There are nodes 0 to 7/);
  await page.fill("#pick-link-from", "3");
  await page.fill("#pick-link-to", "2");
  assert.match(await e.text("#detail"), /Link 3 → 2/);
  await page.fill("#pick-origin", "0");
  await page.fill("#pick-dest", "7");
  assert.match(await e.text("#detail"), /Block 0 → 7\s+3 hops/);
  assert.equal(await page.inputValue("#pick-node"), "");
}));

test("the timeline: a cell is a link in a step", () => Explorer.with("task=alltoall&network=cube:3", {}, async (e, page) => {
  const box = await page.locator("#pane-a .chart").boundingBox();
  const row = await e.state("[linkbound.panes[0].timeline.h / linkbound.panes[0].timeline.rows, linkbound.panes[0].timeline.w / 4]");
  await page.mouse.click(box.x + 64 + row[1] * 2.5, box.y + 30 + row[0] * 9.5); // the second row of dimension 1, step 3
  assert.match(await e.text("#detail"), /Link 1 → 3 dimension 1/);
  assert.equal(await e.text("#where"), "step 3 of 4");
}));

test("the packets of a step as a table", () => Explorer.with("task=broadcast&network=cube:3", {}, async (e, page) => {
  const rows = () => page.locator("#step-moves tbody tr").count();
  await eventually(async () => assert.equal(await rows(), 1));
  await page.click("#next");
  await page.click("#next");
  assert.equal(await rows(), 4);
}));

test("views, colours and labels change the drawing; the witness is marked", () => Explorer.with("task=scatter&network=cube:4", {}, async (e, page) => {
  const picture = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() =>
    requestAnimationFrame(() => resolve(document.getElementById("stage-a").toDataURL())))));
  let before = await picture();
  for (const [id, values] of [["view", ["flat", "levels", "circle", "space"]], ["colour", ["origin", "dest", "piece"]], ["labels", ["digits", "none"]]]) {
    for (const value of values) {
      await page.selectOption(`#${id}`, value);
      const after = await picture();
      if (!(id === "colour" && value === "piece")) assert.notEqual(after, before, value);
      before = after;
    }
  }
  assert.deepEqual(await page.evaluate(() => [...linkbound.panes[0].stage.witness.nodes]), [0]);
  assert.equal(await e.state("linkbound.panes[0].stage.witness.links.size"), 4);
  await page.uncheck("#witness");
  assert.notEqual(await picture(), before);
}));

test("dragging and keys turn it, reset brings it back", () => Explorer.with("", {}, async (e, page) => {
  const yaw = () => e.state("linkbound.panes[0].stage.camera.yaw");
  const first = await yaw(), box = await page.locator("#stage-a").boundingBox();
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 140, box.y + 60, { steps: 4 });
  await page.mouse.up();
  assert.ok(Math.abs(await yaw() - first - 0.8) < 0.01);
  await page.focus("#stage-a");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("+");
  assert.ok(await e.state("linkbound.panes[0].stage.camera.zoom > 1.1"));
  await page.click("#reset-view");
  assert.equal(await yaw(), first);
}));

test("a link brings back what was shared", () => Explorer.with("", {}, async (e, page) => {
  await e.choose("f-task", "broadcast");
  await e.type("f-network", "cube:5");
  await e.type("f-root", "9");
  await e.type("f-packets", "10");
  await e.type("f-without", "0-1, 4>6");
  await page.selectOption("#view", "levels");
  await page.selectOption("#colour", "piece");
  await page.uncheck("#witness");
  await page.selectOption("#speed", "4");
  await page.fill("#scrub", "3");
  await page.click("#share");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#task=broadcast&network=cube:5&/);
  const verdict = await e.text(".verdict"), command = await e.text("#command");
  await Explorer.with(link.split("#")[1], {}, async (other, there) => {
    assert.equal(await other.text(".verdict"), verdict);
    assert.equal(await other.text("#command"), command);
    assert.equal(await other.text("#where"), await e.text("#where"));
    for (const id of ["f-root", "f-packets", "f-without", "view", "colour", "speed"])
      assert.equal(await there.inputValue(`#${id}`), await page.inputValue(`#${id}`), id);
    assert.equal(await there.isChecked("#witness"), false);
    assert.equal(await there.evaluate(() => decodeURIComponent(location.hash)), await page.evaluate(() => decodeURIComponent(location.hash)));
  });
}));

test("a link with nonsense in it is harmless", () => Explorer.with(
  "task=%3Cscript%3E&network=%3Cimg src=x onerror=alert(1)%3E&algorithm=__proto__&view=none&speed=NaN&at=1e999&colour=toString", {}, async (e, page) => {
    assert.match(await e.error(), /^(not a network|.*network)/);
    const told = await e.text("#notice");
    for (const part of [/no task “<script>”, so it is alltoall/, /no view “none”, so it is best/, /no speed “NaN”/, /no at “1e999”/, /no colour “toString”/])
      assert.match(told, part);
    assert.equal(await page.locator("img, main script").count(), 0);
    for (const part of [".stage", ".chart"]) assert.ok(await page.isHidden(`#pane-a ${part}`), part); // no empty frames
    await e.type("f-network", "cube:3");
    assert.ok(await page.isHidden("#notice"));
    assert.match(await e.error(), /unknown algorithm '__proto__'/);
    await e.choose("f-algorithm", "");
    assert.match(await e.text(".verdict"), /4 steps/);
  }));

test("what a link has beside is told, and nothing where it has none", () => Explorer.with("task=scatter&network=cube:3&clock=new&colr=dest", {}, async (e, page) => {
  assert.equal(await e.text("#notice"), "Not all of the link is understood: there is no clock “new”, so it is unit; it has no meaning for “colr”.");
  await e.go("task=scatter&network=cube:3&view=levels&colour=dest&witness=off&trails=off&speed=4&at=1.6&packets=2&root=1");
  assert.ok(await page.isHidden("#notice"));
}));

test("a link may ask for a step", () => Explorer.with("task=broadcast&network=5x7&step=3", {}, async (e, page) => {
  await page.locator("text=step 3 of 5").first().waitFor();
  assert.ok(await page.isHidden("#notice"));
  await e.go("task=broadcast&network=5x7&step=x");
  assert.match(await e.text("#notice"), /no step “x”, so it is the first step/);
}));

test("where there are no dimensions the legend names none", () => Explorer.with("task=allgather&network=machine:dgx-1-v100", {}, async (e) => {
  assert.match(await e.text("#pane-a .legend"), /^a packet/);
  await e.go("task=allgather&network=circulant:13:1,5");
  assert.match(await e.text("#pane-a .legend"), /links of kind 1.*links of kind 2/s);
  await e.go("task=allgather&network=4x4");
  assert.match(await e.text("#pane-a .legend"), /dim 0.*dim 1/s);
}));

test("another link in the same window is followed", () => Explorer.with("task=alltoall&network=cube:3", {}, async (e, page) => {
  await page.evaluate(() => { location.hash = "#task=scatter&network=4x4"; });
  await page.locator("#pane-a .algorithm", { hasText: "scatter" }).waitFor();
  assert.equal(await page.inputValue("#f-network"), "4x4");
}));

test("the SVG says what it shows", () => Explorer.with("task=broadcast&network=cube:4&at=3.6", {}, async (e, page) => {
  const { text } = await e.download("save-svg");
  const said = await page.evaluate((xml) => {
    const doc = new DOMParser().parseFromString(xml, "image/svg+xml");
    return { title: doc.querySelector("title").textContent, texts: [...doc.querySelectorAll("text")].map((t) => t.textContent),
      trails: (doc.documentElement.innerHTML.match(/class="trail"/g) ?? []).length };
  }, text);
  assert.match(said.title, /^broadcast-1: broadcast from 0 on cube:4 .*8 of 16 nodes send across dimension 3/);
  for (const words of ["broadcast-1: broadcast from 0 on cube:4 (16 nodes, 4 ports)", "4 steps, no schedule can be faster.", "dim 3", "why nothing can be faster"])
    assert.ok(said.texts.includes(words), words);
  assert.ok(said.texts.some((line) => line.startsWith("8 of 16 nodes send across dimension 3")));
  assert.equal(said.trails, 3); // of three dimensions so far
}));

test("the SVG is well formed, and the one we know", () => Explorer.with("task=alltoall&network=cube:3&view=flat&at=0.5", {}, async (e, page) => {
  const { name, text } = await e.download("save-svg");
  assert.equal(name, "total-exchange-alltoall-cube-3.svg");
  const found = await page.evaluate((xml) => {
    const doc = new DOMParser().parseFromString(xml, "image/svg+xml");
    return [doc.querySelector("parsererror")?.textContent ?? "", doc.querySelectorAll("text").length, doc.querySelectorAll("circle").length];
  }, text);
  assert.deepEqual(found, ["", 8 + 3 + 4, 24 + 8 + 3]); // nodes, title, verdict and caption, legend; packets, nodes, dots
  const golden = new URL("golden/alltoall-cube-3.svg", import.meta.url);
  if (!existsSync(golden) || process.env.GOLDEN === "renew") writeFileSync(golden, text);
  assert.equal(text, readFileSync(golden, "utf8"), "the drawing has changed: look at it, then GOLDEN=renew tests/web/run SVG");
}));

test("odd networks are drawn in every view", () => Explorer.with("", {}, async (e, page) => {
  for (const network of ["1", "2", "ring:5", "2x1x2", "1x4", "2x2x2x3", "3x3x3x3"]) {
    await e.go(`task=alltoall&network=${network}&at=0.5`);
    assert.equal(await e.error(), "", network);
    for (const view of ["flat", "levels", "circle", "space"]) {
      await page.selectOption("#view", view);
      const bad = await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
        resolve([...linkbound.panes[0].stage.scene.node].some((v) => !Number.isFinite(v)))))));
      assert.equal(bad, false, `${network} ${view}`);
    }
    await page.click("#last");
    await page.click("#play");
    await page.click("#back");
  }
}));
