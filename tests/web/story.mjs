// The guided tours: what they say is so, they play to where they should, and they print.
import { assert, eventually, test } from "./harness.mjs";
import { Explorer } from "./page.mjs";

/** Steps of the plan, or of both, of every scene: the numbers that its words speak of. */
const STEPS = {
  doubling: [[15], [15], [15], [4, 15]],
  necklaces: [[7], [16], [7], [7], [7, 16]],
  waves: [[36], [12], [6], [6, 12]],
  exchange: [[8], [8], [8], [8]],
  fault: [[6], [8], [8], [12]],
};

for (const [id, scenes] of Object.entries(STEPS)) {
  test(`story: ${id}`, () => Explorer.with(`story=${id}`, {}, async (e, page) => {
    await eventually(async () => assert.equal(await page.locator("#story .scenes li").count(), scenes.length));
    const words = await page.locator("#story .scenes p").allTextContents();
    for (const [k, steps] of scenes.entries()) {
      await e.go(`story=${id}&scene=${k + 1}`);
      assert.equal(await e.error(), "", `scene ${k + 1}`);
      assert.equal(await page.locator("#story li[aria-current]").count(), 1);
      assert.deepEqual(await page.evaluate(() => linkbound.panes.filter((p) => !p.element.hidden).map((p) => p.plan.result.steps)), steps, `scene ${k + 1}`);
      // The bound, or the plan, stands in the words wherever they name a number of steps.
      for (const [, number] of words[k].matchAll(/\b(\d+) steps/g))
        assert.ok([...steps, await e.state("linkbound.panes[0].plan.result.steps_bound"), 8].includes(Number(number)), `${id} ${k + 1}: ${number} steps`);
    }
  }));
}

test("a scene plays from where to where it says", () => Explorer.with("story=doubling&scene=2&speed=8", { still: false }, async (e, page) => {
  await eventually(async () => assert.equal(await e.state("linkbound.player.playing"), false));
  await eventually(async () => assert.equal(await e.state("linkbound.player.position"), 7));
  await page.selectOption("#speed", "8");
  await page.click("#story li:nth-child(1) button");
  await e.settled();
  await eventually(async () => assert.equal(await e.state("linkbound.player.position"), 1));
  assert.equal(await page.evaluate(() => location.hash), "#story=doubling&scene=1");
  await page.click("#play"); // the player goes on from there
  await eventually(async () => assert.equal(await e.text("#where"), "done: 15 steps"));
}));

test("stories are found, left, and told of when there are none such", () => Explorer.with("story=none", {}, async (e, page) => {
  assert.match(await e.text("#notice"), /there is no story “none”, so it is a plan/);
  await page.click("#stories");
  assert.equal(await page.locator("#story .shelf button").count(), 5);
  await page.click("#story .shelf button >> nth=4");
  await e.settled();
  await eventually(async () => assert.match(await e.text("#pane-a .algorithm"), /gather to 0 on 5x5/));
  assert.ok(await page.isHidden("#controls"));
  await page.click("#fold");
  assert.ok(await page.isVisible("#f-task"));
  assert.ok(await page.isHidden("#story"));
  assert.match(await page.evaluate(() => location.hash), /^#task=gather&network=5x5/);
}));

test("a story prints with a picture for every scene, on white", () => Explorer.with("story=necklaces", { scheme: "dark" }, async (e, page) => {
  await page.evaluate(() => {
    window.print = () => {
      window.printed = { text: document.getElementById("paper").innerText || document.getElementById("paper").textContent,
        pictures: [...document.querySelectorAll("#paper section")].map((s) => s.querySelectorAll("svg").length),
        grounds: [...document.querySelectorAll("#paper svg > rect:first-of-type")].map((r) => r.getAttribute("fill")) };
    };
  });
  await page.click("#print-story");
  await eventually(async () => assert.ok(await page.evaluate(() => !!window.printed)), 30000);
  const { text, pictures, grounds } = await page.evaluate(() => window.printed);
  assert.deepEqual(pictures, [1, 1, 1, 1, 2]);
  assert.match(text, /The necklace tree/);
  assert.ok(grounds.length === 6 && grounds.every((fill) => fill === "#ffffff"));
  await e.settled();
  assert.equal(await e.state("linkbound.colours.dark"), true);
  // It stays until the browser has printed, which may be later, and goes then.
  assert.equal(await page.locator("#paper section").count(), 5);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator("#paper section").count(), 0);
}));

test("without a story the plan is printed, and none of the buttons", () => Explorer.with("task=broadcast&network=cube:3", {}, async (e, page) => {
  await page.emulateMedia({ media: "print" });
  for (const part of ["header.top", "#controls", ".transport", ".look", "aside"]) assert.ok(await page.isHidden(part), part);
  for (const part of ["#stage-a", "#pane-a .chart", "#pane-a .head", "#pane-a .legend"]) assert.ok(await page.isVisible(part), part);
}));

test("a story on a phone comes before what it shows", () => Explorer.with("story=exchange", { width: 390, height: 780 }, async (e, page) => {
  const top = (selector) => page.locator(selector).evaluate((el) => el.getBoundingClientRect().top + scrollY);
  assert.ok(await top("#story") < await top("#stage-a"));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
}));
