// As much of Firefox's own remote control (Marionette, a line of JSON with its length before it) as the tests need: a
// Firefox of the distribution is driven as it is.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFS = { "browser.shell.checkDefaultBrowser": false, "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false, "app.update.enabled": false, "toolkit.telemetry.enabled": false,
  "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false,
  "ui.prefersReducedMotion": 1, "browser.download.alwaysOpenPanel": false };

const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

export class Firefox {
  static async open(program) {
    const self = new Firefox(), port = await freePort();
    self.profile = mkdtempSync(join(tmpdir(), "linkbound-firefox-"));
    writeFileSync(join(self.profile, "user.js"), Object.entries({ ...PREFS, "marionette.port": port })
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
    self.process = spawn(program, ["--headless", "--marionette", "--no-remote", "--profile", self.profile], { stdio: "ignore" });
    self.process.on("error", () => {});
    self.waiting = new Map();
    self.next = 0;
    try {
      await self.reach(port);
      await self.call("WebDriver:NewSession", { capabilities: { alwaysMatch: { timeouts: { script: 30000, pageLoad: 60000 } } } });
    } catch (error) {
      await self.close();
      throw error;
    }
    return self;
  }

  /** It takes a while until Firefox listens. */
  async reach(port) {
    for (const end = Date.now() + 60000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
      this.socket = await new Promise((resolve) => {
        const socket = connect(port, "127.0.0.1", () => resolve(socket));
        socket.on("error", () => resolve(null));
      });
      if (this.socket) break;
    }
    if (!this.socket) throw new Error("Firefox does not listen");
    let seen = Buffer.alloc(0);
    this.socket.on("data", (part) => {
      seen = Buffer.concat([seen, part]);
      for (let colon = seen.indexOf(":"); colon > 0; colon = seen.indexOf(":")) {
        const size = Number(seen.subarray(0, colon));
        if (seen.length < colon + 1 + size) return;
        this.heard(JSON.parse(seen.subarray(colon + 1, colon + 1 + size)));
        seen = seen.subarray(colon + 1 + size);
      }
    });
  }

  heard(message) {
    if (!Array.isArray(message)) return; // the greeting
    const [, id, error, value] = message, { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) reject(new Error(`${error.error}: ${error.message}`));
    else resolve(value);
  }

  call(command, parameters = {}) {
    const id = ++this.next, text = JSON.stringify([0, id, command, parameters]);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  goTo(url) {
    return this.call("WebDriver:Navigate", { url });
  }

  /** The value of an expression in the page, where `page` is its window. */
  async value(expression) {
    const { value } = await this.call("WebDriver:ExecuteScript", { script: `const page = window.wrappedJSObject ?? window; return ${expression};`, args: [] });
    return value;
  }

  resize(width, height) {
    return this.call("WebDriver:SetWindowRect", { width, height });
  }

  async close() {
    this.socket?.destroy();
    this.process.kill();
    await new Promise((resolve) => (this.process.exitCode !== null || this.process.signalCode || !this.process.pid ? resolve() : this.process.on("exit", resolve)));
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
