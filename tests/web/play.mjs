// Time: play, pause, step, scrub; and stopping work that takes too long.
import { assert, eventually, test } from "./harness.mjs";
import { Explorer } from "./page.mjs";

test("step, scrub, first and last", () => Explorer.with("task=alltoall&network=cube:3", {}, async (e, page) => {
  assert.equal(await e.text("#where"), "step 1 of 4"); // with less motion a still picture of the first step
  await page.click("#next");
  assert.equal(await e.text("#where"), "step 2 of 4");
  await page.click("#back");
  await page.click("#back");
  assert.equal(await e.text("#where"), "before step 1");
  await page.click("#last");
  assert.equal(await e.text("#where"), "done: 4 steps");
  await page.click("#back");
  assert.equal(await e.text("#where"), "step 4 of 4");
  await page.click("#first");
  assert.equal(await e.text("#where"), "before step 1");
  await page.fill("#scrub", "3");
  assert.equal(await e.text("#where"), "step 3 of 4");
  assert.equal(await page.getAttribute("#scrub", "aria-valuetext"), "step 3 of 4");
  assert.equal(await e.state("linkbound.panes[0].plan.countInFlight(linkbound.player.position)"), 24);
}));

test("there is room for the slider in every window", () => Explorer.with("task=alltoall&network=cube:3", {}, async (e, page) => {
  for (const [width, height] of [[390, 844], [844, 390], [900, 700], [1000, 700], [1400, 900]]) {
    await page.setViewportSize({ width, height });
    assert.ok((await page.locator("#scrub").boundingBox()).width >= 110, `${width}`);
  }
}));

test("play runs to the end, pause stops", () => Explorer.with("task=alltoall&network=cube:3&speed=8", { still: false }, async (e, page) => {
  await eventually(async () => assert.equal(await e.text("#where"), "done: 4 steps"));
  await page.selectOption("#speed", "0.25");
  await page.click("#play");
  assert.equal(await page.getAttribute("#play", "aria-label"), "Pause");
  await page.click("#play");
  assert.equal(await page.getAttribute("#play", "aria-label"), "Play");
  const at = await e.state("linkbound.player.position");
  await page.waitForTimeout(150);
  assert.equal(await e.state("linkbound.player.position"), at);
}));

test("the linear clock plays in time", () => Explorer.with(
  "task=broadcast&network=cube:3&clock=linear&bytes=1024&tau=1&beta=10", {}, async (e, page) => {
    await page.click("#last");
    assert.equal(await e.text("#where"), "done at 528");
    assert.equal(await e.state("Math.max(...linkbound.panes[0].plan.moves.finish)"), 528);
    await page.click("#first");
    await page.click("#next");
    assert.match(await e.text("#where"), /^time /);
  }));

test("with less motion pictures follow each other, and nothing travels", () => Explorer.with("task=alltoall&network=cube:4", { still: true }, async (e, page) => {
  assert.equal(await e.state("linkbound.player.playing"), false);
  await page.selectOption("#speed", "8");
  await page.check("#turn");
  const yaw = await e.state("linkbound.panes[0].stage.camera.yaw");
  await page.click("#first");
  await page.click("#play");
  const seen = await page.evaluate(() => new Promise((resolve) => {
    const all = new Set(), look = () => {
      all.add(linkbound.player.position);
      if (all.size < 4) requestAnimationFrame(look);
      else resolve([...all]);
    };
    look();
  }));
  for (const time of seen) assert.ok(time === 0 || Math.abs(time % 1 - 0.64) < 1e-9, `moved to ${time}`);
  assert.equal(await e.state("linkbound.panes[0].stage.camera.yaw"), yaw);
}));

test("without that wish it plays at once", () => Explorer.with("task=alltoall&network=cube:6", { still: false }, async (e) => {
  await eventually(async () => assert.ok(await e.state("linkbound.player.position > 0.2")));
  assert.ok(await e.state("linkbound.player.playing"));
}));

test("long work does not hold the page up, and can be stopped", () => Explorer.with("task=alltoall&network=cube:3&without=0-1", {}, async (e, page) => {
  await page.fill("#f-network", "cube:10");
  await page.locator("#pane-a .wait:not([hidden])").waitFor();
  const frames = await page.evaluate(() => new Promise((resolve) => {
    let count = 0;
    const next = () => (++count < 5 ? requestAnimationFrame(next) : resolve(count));
    next();
  }));
  assert.equal(frames, 5);
  await page.click("#pane-a .wait button");
  assert.match(await e.error(), /^Stopped/);
  assert.ok(await page.isHidden("#pane-a .wait"));
  await page.click("#save-schedule"); // what is still to be seen is not what is chosen
  assert.equal(await e.text("#tip"), "There is no plan yet for what is chosen.");
  await e.type("f-network", "cube:3");
  assert.match(await e.text(".verdict"), /6 steps/);
}));
