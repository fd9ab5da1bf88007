// The explorer in chromium: opened, driven like a reader would, and watched for what must never happen.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { assert, eventually } from "./harness.mjs";

export const TOOL = process.env.LINKBOUND;
const PAGE = pathToFileURL(`${process.env.BUILD}/explorer.html`).href;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });

export const close = () => browser.close();

/** What the tool prints; its status and its sentence when it fails. */
export const tool = (...args) => execFileSync(TOOL, args, { encoding: "utf8", maxBuffer: 1 << 28 });
export function toolError(...args) {
  const { status, stderr } = spawnSync(TOOL, args, { encoding: "utf8" });
  return { status, text: stderr.trim().replace(/^linkbound: /, "") };
}

export class Explorer {
  static async open(fragment = "", { still = true, width = 1440, height = 900, scheme = "light" } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, acceptDownloads: true,
      reducedMotion: still ? "reduce" : "no-preference", permissions: ["clipboard-read", "clipboard-write"] });
    const self = new Explorer();
    self.context = context;
    self.page = await context.newPage();
    self.trouble = [];
    self.page.on("pageerror", (error) => self.trouble.push(`error: ${error.message}`));
    self.page.on("dialog", (dialog) => { self.trouble.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
    self.page.on("console", (message) => { if (message.type() === "error") self.trouble.push(`console: ${message.text()}`); });
    self.page.on("request", (request) => {
      if (!/^(file|blob|data):/.test(request.url())) self.trouble.push(`request: ${request.url()}`);
    });
    await self.page.goto(PAGE + (fragment && `#${fragment}`));
    await self.settled();
    return self;
  }

  /** Opens, tests, closes; and nothing may have gone wrong beside. */
  static async with(fragment, options, body) {
    const self = await Explorer.open(fragment, options);
    try {
      await body(self, self.page);
      assert.deepEqual(self.trouble, []);
    } finally {
      await self.context.close();
    }
  }

  /** Until all that was asked of the library is answered. */
  async settled() {
    await eventually(async () => assert.ok(await this.page.evaluate("linkbound.idle"), "still planning"), 30000);
  }

  /** Another link in the same window. */
  async go(fragment) {
    await this.page.evaluate((hash) => { location.hash = hash; }, fragment);
    await eventually(async () => assert.ok(await this.page.evaluate((hash) => !linkbound.written || location.hash.slice(1) === linkbound.written, fragment)));
    await this.settled();
  }

  async choose(id, value) {
    await this.page.selectOption(`#${id}`, value);
    await this.settled();
  }

  async type(id, value) {
    await this.page.fill(`#${id}`, value);
    await this.settled();
  }

  /** What is drawn with the next frame has been by then: frames' callbacks come in the order in which they were asked for. */
  async text(selector) {
    await this.page.evaluate(() => new Promise((done) => { requestAnimationFrame(done); }));
    return this.page.locator(selector).first().innerText();
  }

  error() {
    return this.page.locator("#pane-a .error").evaluate((e) => (e.hidden ? "" : e.textContent));
  }

  async download(button) {
    const [file] = await Promise.all([this.page.waitForEvent("download"), this.page.click(`#${button}`)]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  }

  async give(name, content) {
    await this.page.setInputFiles("#file", { name, mimeType: "application/jsonl", buffer: Buffer.from(content) });
    await this.page.locator("#file-banner:not([hidden])").waitFor();
    await this.settled();
  }

  /** Something of the page's own state. */
  state(expression) {
    return this.page.evaluate(expression);
  }
}
