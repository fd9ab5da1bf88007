// The same page in Firefox, where there is one: it plans, draws, plays, checks a file and tells a story.
import { pathToFileURL } from "node:url";
import { assert, eventually, test } from "./harness.mjs";
import { Firefox } from "./marionette.mjs";

const PAGE = pathToFileURL(`${process.env.BUILD}/explorer.html`).href;
const text = (selector) => `document.querySelector(${JSON.stringify(selector)}).textContent`;
const LINES = ['{"linkbound":1,"network":"2x2","task":"broadcast"}', '{"step":1,"from":0,"to":1,"data":[[0]]}',
  '{"step":2,"from":0,"to":2,"data":[[0]]}', '{"step":2,"from":1,"to":3,"data":[[0]]}'];

/** Opens a fragment, and waits for its plans. */
async function visit(firefox, fragment) {
  await firefox.goTo("about:blank");
  await firefox.goTo(`${PAGE}#${fragment}`);
  await eventually(async () => assert.ok(await firefox.value("!!page.linkbound && page.linkbound.idle"), "still planning"), 30000);
}

/** How many colours the drawing has: 1 is an empty one. */
const COLOURS = `(() => {
  const c = document.getElementById("stage-a"), data = c.getContext("2d").getImageData(0, 0, c.width, c.height).data, seen = new Set();
  for (let i = 0; i < data.length; i += 4) seen.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
  return seen.size;
})()`;

test("Firefox: plans, draws, plays, compares, checks a file, tells a story", async () => {
  const firefox = await Firefox.open(process.env.FIREFOX);
  try {
    await visit(firefox, "task=broadcast&network=cube:4");
    assert.match(await firefox.value(text("#pane-a .verdict")), /4 steps.*no schedule can be faster/);
    assert.match(await firefox.value(text("#pane-a .caption")), /^Node 0 sends to node 1; /);
    await eventually(async () => assert.ok(await firefox.value(COLOURS) > 10));
    await firefox.value("page.document.getElementById('last').click()");
    assert.equal(await firefox.value(text("#where")), "done: 4 steps");
    assert.match(await firefox.value("page.linkbound.panes[0].svg()"), /class="trail"/);

    await visit(firefox, "task=scatter&network=cube:5&compare=binomial-scatter");
    assert.match(await firefox.value(text("#headline")), /2\.3 times as fast/);
    const wide = await firefox.value("[...document.querySelectorAll('.stage')].map((el) => el.getBoundingClientRect().width)");
    assert.ok(Math.abs(wide[0] - wide[1]) < 1 && wide[0] > 300);

    await visit(firefox, "task=alltoall&network=8x8&clock=linear&bytes=1024&tau=1&beta=10");
    assert.match(await firefox.value(text("#pane-a .verdict")), /Time /);

    await firefox.value(`void page.linkbound.openFile(new page.File([${JSON.stringify(LINES.join("\n"))}], "mine.jsonl"))`);
    await eventually(async () => assert.match(await firefox.value(text("#pane-a .head")), /2 steps.*unnamed/));
    assert.equal(await firefox.value(text("#command")), "linkbound check mine.jsonl");

    await visit(firefox, "story=fault&scene=3");
    assert.match(await firefox.value(text("#pane-a .verdict")), /8 steps/);
    await firefox.resize(500, 800);
    assert.ok(await firefox.value("document.documentElement.scrollWidth <= innerWidth"));
  } finally {
    await firefox.close();
  }
});
