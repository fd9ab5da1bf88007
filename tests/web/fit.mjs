// The drawing stands whole in its stage, at every size, and is the network that it says it is.
import { assert, test } from "./harness.mjs";
import { Explorer } from "./page.mjs";

/** After the next frame: nodes and links that reach out of the stage, and pairs of nodes that overlap. */
const trouble = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const { stage } = linkbound.panes[0], { scene, width, height } = stage, { nodes } = stage.plan.net, n = scene.node;
  const out = [], overlap = [], inside = (x, y, r) => x - r >= -0.5 && y - r >= -0.5 && x + r <= width + 0.5 && y + r <= height + 0.5;
  for (let v = 0; v < nodes; v++) {
    const ring = stage.witness.nodes.has(v) ? 5.75 : 0; // the witness's, half of its line included
    if (!inside(n[v * 3], n[v * 3 + 1], stage.radius(v) + ring)) out.push(`node ${v}`);
    for (let u = 0; u < v; u++)
      if (Math.hypot(n[v * 3] - n[u * 3], n[v * 3 + 1] - n[u * 3 + 1]) < stage.radius(u) + stage.radius(v)) overlap.push(`${u} ${v}`);
  }
  for (const { from, to } of scene.layout.links)
    for (let k = 0; k <= 10; k++)
      if (!inside(...scene.along(from, to, k / 10, 0), 0)) out.push(`link ${from}-${to}`);
  resolve({ out, overlap });
}))));

for (const [width, height] of [[360, 640], [1440, 900], [1900, 500]]) {
  test(`the drawing fits its stage at ${width}x${height}`, () => Explorer.with("", { width, height }, async (e, page) => {
    for (const network of ["cube:4", "4x4x4", "8x3", "mesh:3x5", "circulant:9:1,2"]) {
      await e.go(`task=allgather&network=${network}&at=0.5`);
      for (const view of ["auto", "space", "flat", "levels", "circle"]) {
        await page.selectOption("#view", view);
        for (const yaw of view === "space" ? [-0.46, 0.4, 1.3, 2.2] : [0]) {
          await page.evaluate((to) => { for (const pane of linkbound.panes) pane.stage.camera.yaw = to; linkbound.redraw(); }, yaw);
          assert.deepEqual((await trouble(page)).out, [], `${network} ${view} ${yaw}`);
        }
      }
    }
  }));
}

test("labels of grids do not overlap, and are there", () => Explorer.with("", {}, async (e, page) => {
  for (const network of ["4x4x4", "8x8", "mesh:4x4x4", "3x4x5", "2x2x8"]) {
    await e.go(`task=allgather&network=${network}`);
    assert.deepEqual((await trouble(page)).overlap, [], network);
    assert.ok(await e.state("linkbound.panes[0].stage.fits('12')"), network);
  }
}));

test("labels that are wider than their nodes stand on a plate of their own", () => Explorer.with(
  "task=scatter&network=cube:5&view=levels&labels=digits", {}, async (e) => {
    const { text } = await e.download("save-svg"), plates = (svg) => (svg.match(/<rect [^>]*\/>\n?<text [^>]*>[01]{5}</g) ?? []).length;
    assert.equal(plates(text), 32);
    // Where the ring would cross the letters there is only black and white.
    const hue = await e.state("(() => { const { stage } = linkbound.panes[0], n = stage.scene.node, r = devicePixelRatio;" +
      " const { data } = stage.context.getImageData((n[0] - stage.radius(0)) * r, (n[1] - 3) * r, 1, 6 * r);" +
      " return Math.max(...Array.from({ length: 6 * r }, (_, i) => Math.abs(data[i * 4] - data[i * 4 + 2]))); })()");
    assert.ok(hue < 40, `${hue}`);
    await e.go("task=scatter&network=cube:5&view=levels");
    assert.doesNotMatch((await e.download("save-svg")).text, /<rect [^>]*\/>\n?<text [^>]*>\d+</);
  }));

test("a torus wraps at its ends, a mesh has none", () => Explorer.with("task=broadcast&network=4x5", {}, async (e, page) => {
  const links = () => page.evaluate(() => linkbound.panes[0].stage.scene.layout.links.map(({ from, to, wrap }) => [from, to, !!wrap]));
  const torus = await links();
  assert.equal(torus.length, 40);
  assert.deepEqual(torus.filter(([, , round]) => round).length, 4 + 5);
  await e.go("task=broadcast&network=mesh:4x5");
  const mesh = await links();
  assert.equal(mesh.length, 3 * 5 + 4 * 4);
  assert.ok(mesh.every(([from, to, round]) => !round && [1, 4].includes(to - from)));
  await e.go("task=broadcast&network=circulant:8:1,3");
  assert.equal((await links()).length, 16);
  assert.ok((await links()).every(([from, to]) => [1, 3, 5, 7].includes((to - from + 8) % 8)));
  await page.fill("#pick-link-from", "0");
  await page.fill("#pick-link-to", "3");
  assert.match(await e.text("#detail"), /Link 0 → 3/);
}));

test("the timeline has nothing where a mesh ends, and grey where a link is dead", () => Explorer.with("task=broadcast&network=mesh:3x3", {}, async (e, page) => {
  const cell = (from, to) => page.evaluate(([v, w]) => {
    const { timeline, plan, stage: { colours } } = linkbound.panes[0], port = w === null ? plan.net.ports.findIndex((_, k) => plan.net.neighbour(v, k) < 0) : plan.net.portTo(v, w);
    const [r, g, b] = timeline.picture.getContext("2d").getImageData(0, timeline.rowOf(v, port), 1, 1).data, seen = "#" + [r, g, b].map((c) => c.toString(16).padStart(2, "0")).join("");
    return ["ground", "link", "empty"].find((name) => colours[name] === seen) ?? seen;
  }, [from, to]);
  assert.equal(await cell(2, null), "ground");
  assert.equal(await cell(2, 1), "empty");
  await e.go("task=broadcast&network=4x4&without=5-6");
  assert.equal(await cell(5, 6), "link");
}));

test("the rings of two witnesses side by side are whole", () => Explorer.with("task=scatter&network=cube:5&view=levels&compare=binomial-scatter",
  { width: 1200, height: 620 }, async (e, page) => assert.deepEqual((await trouble(page)).out, [])));

test("a move over several links goes along them, and the legend says so", () => Explorer.with(
  "task=allreduce&network=4x4 cut-through&clock=linear&bytes=1024&tau=1&beta=50&algorithm=far-doubling", {}, async (e, page) => {
    const found = await page.evaluate(() => {
      const { stage } = linkbound.panes[0], { plan, trails } = stage, links = [];
      trails.to(plan.end);
      trails.each((from, to) => links.push(plan.net.portTo(from, to)));
      const far = Array.from({ length: plan.moves.count }, (_, i) => i).filter((i) => plan.links(i).length === 2);
      return { links, far: far.length, all: plan.moves.count, start: plan.leg(far[0], 0.25), end: plan.leg(far[0], 0.75), to: plan.moves.to[far[0]],
        colours: stage.moveColour.list.filter((c) => !/^#[0-9a-f]{6}$/.test(c)) };
    });
    assert.equal(found.far, found.all / 2);
    assert.ok(found.links.every((port) => port >= 0));
    assert.deepEqual([found.start.to, found.end.to, found.start.fraction, found.end.fraction], [found.end.from, found.to, 0.5, 0.5]);
    assert.deepEqual(found.colours, []);
    assert.match(await e.text(".legend"), /over several links at once/);
  }));
