// For everybody: keyboard, screen readers, small screens, dark rooms.
import { assert, eventually, test } from "./harness.mjs";
import { Explorer } from "./page.mjs";

test("everything is reached by Tab, and the focus is seen", () => Explorer.with("task=scatter&network=cube:3", {}, async (e, page) => {
  const wanted = await page.evaluate(() => [...document.querySelectorAll("button, input, select, canvas[tabindex], summary")]
    .filter((el) => el.offsetParent && !el.disabled && el.type !== "radio" && el.type !== "file").map((el) => el.id || el.tagName));
  const seen = new Set();
  let rings = 0;
  for (let i = 0; i < 90; i++) {
    await page.keyboard.press("Tab");
    const [id, outline] = await page.evaluate(() => {
      const el = document.activeElement;
      return [el.id || el.tagName, getComputedStyle(el).outlineStyle];
    });
    if (id !== "BODY" && outline !== "none") rings++;
    seen.add(id);
  }
  assert.deepEqual(wanted.filter((id) => !seen.has(id)), []);
  assert.ok(seen.has("f-clock-unit") || seen.has("f-clock-linear"));
  assert.ok(rings > 30);
}));

test("a whole visit without a mouse", () => Explorer.with("task=alltoall&network=cube:3", {}, async (e, page) => {
  await page.focus("#f-task");
  await page.keyboard.type("scatter");
  await e.settled();
  assert.equal(await page.inputValue("#f-task"), "scatter");
  await page.focus("#f-network");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("cube:4");
  await eventually(async () => assert.match(await e.text("#pane-a .algorithm"), /scatter from 0 on cube:4/));
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await e.text("#where"), "step 2 of 4");
  await page.keyboard.press("End");
  assert.match(await e.text("#where"), /done/);
  await page.keyboard.press("Space");
  assert.equal(await page.getAttribute("#play", "aria-label"), "Pause");
  await page.keyboard.press("Space");
  await page.focus("#scrub");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.equal(await e.text("#where"), "step 1 of 4");
  await page.focus("#pick-node");
  await page.keyboard.type("3");
  assert.match(await e.text("#detail"), /Node 3/);
  await page.focus("#detail .time >> nth=0");
  await page.keyboard.press("Enter");
}));

test("everything has a name, and steps are told", () => Explorer.with("task=alltoall&network=cube:3", {}, async (e, page) => {
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select, canvas, [role]")].filter((el) =>
    el.type !== "file" && !(el.labels?.length || el.getAttribute("aria-label") || el.getAttribute("aria-labelledby") ||
      el.textContent.trim() || ["status", "alert"].includes(el.getAttribute("role")))).map((el) => el.outerHTML));
  assert.deepEqual(nameless, []);
  await page.click("#next");
  await eventually(async () => assert.equal(await page.textContent("#live"), "step 2 of 4: Every node sends over all 3 of its links; after it, 24 of 56 blocks are home."));
  await e.type("f-network", "cube:4");
  await eventually(async () => assert.match(await page.textContent("#live"), /total-exchange: 8 steps, no schedule can be faster|step 1 of 8/));
  assert.equal(await page.getAttribute("html", "lang"), "en");
}));

test("errors are told too", () => Explorer.with("", {}, async (e, page) => {
  await e.type("f-network", "x");
  const said = await e.error();
  assert.ok(said);
  assert.equal(await page.getAttribute("#pane-a .error", "role"), "alert");
}));

for (const [width, height] of [[360, 780], [820, 1180], [1024, 700]]) {
  test(`nothing runs over the edge at ${width} pixels`, () => Explorer.with(
    "task=broadcast&network=cube:4&clock=linear&bytes=4096&tau=1&beta=100&compare=broadcast-1", { width, height }, async (e, page) => {
      await page.fill("#pick-node", "0");
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width);
      const small = await page.evaluate(() => [...document.querySelectorAll(".transport button, .actions button")]
        .filter((el) => el.offsetParent && el.getBoundingClientRect().height < 30).map((el) => el.id));
      assert.deepEqual(small, []);
    }));
}

test("on a phone the task comes first, and nothing lies over the figures", () => Explorer.with("task=broadcast&network=cube:4", { width: 390, height: 780 }, async (e, page) => {
  const top = (selector) => page.locator(selector).first().evaluate((el) => el.getBoundingClientRect().top + scrollY);
  const order = await Promise.all(["#f-task", "#f-network", "#play", "#stage-a", "#f-algorithm", "#pick-node"].map(top));
  assert.deepEqual(order, [...order].sort((a, b) => a - b));
  for (const selector of [".verdict", ".caption", ".chart", ".figures"]) {
    const covered = await page.locator(`#pane-a ${selector}`).evaluate((el) => {
      el.scrollIntoView({ block: "start" });
      const box = el.getBoundingClientRect(), at = document.elementFromPoint(box.x + 12, box.y + 6);
      return !(at === el || el.contains(at));
    });
    assert.equal(covered, false, selector);
  }
}));

test("the right column is used, or gone", () => Explorer.with("task=broadcast&network=cube:4", {}, async (e, page) => {
  const aside = await page.locator("aside").boundingBox(), work = await page.locator(".work").boundingBox();
  assert.ok(aside.x >= work.x + work.width);
  assert.ok(await page.locator("#step-moves tbody tr").count() > 0);
  await page.setViewportSize({ width: 1100, height: 800 });
  assert.ok((await page.locator("aside").boundingBox()).y >= (await page.locator("#pane-a").boundingBox()).y);
}));

test("the system's colour scheme is followed, also when it changes", () => Explorer.with("", { scheme: "dark" }, async (e, page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  assert.equal(await e.state("linkbound.colours.dark"), true);
  await page.emulateMedia({ colorScheme: "light" });
  assert.notEqual(await ground(), dark);
  await eventually(async () => assert.equal(await e.state("linkbound.colours.dark"), false));
}));

test("text can be read: contrast on both grounds", async () => {
  for (const scheme of ["light", "dark"]) {
    await Explorer.with("task=scatter&network=cube:5&compare=binomial-scatter", { scheme }, async (e, page) => {
      const low = await page.evaluate(() => {
        const rgb = (text) => text.match(/[\d.]+/g).map(Number);
        const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
          .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
        const ground = (el) => {
          for (; el; el = el.parentElement) {
            const colour = rgb(getComputedStyle(el).backgroundColor);
            if (colour.length < 4 || colour[3] === 1) return colour;
          }
          return [255, 255, 255];
        };
        return [...document.querySelectorAll("label, legend, p, dt, dd, small, button, strong, span, output, h1, h2, summary, code")]
          .filter((el) => el.offsetParent && el.textContent.trim() && el.childElementCount === 0 && !el.closest(".unseen, .skip"))
          .map((el) => {
            const [a, b] = [light(rgb(getComputedStyle(el).color)), light(ground(el))].sort((x, y) => y - x);
            return [(a + 0.05) / (b + 0.05), el.outerHTML.slice(0, 90)];
          }).filter(([ratio]) => ratio < 4.5);
      });
      assert.deepEqual(low, []);
    });
  }
});
