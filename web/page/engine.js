// The library behind a worker: asked for one thing at a time, ended when that is not wanted any more. A page stays live
// whatever a plan costs or a file does.
import { byId } from "./dom.js";

export class Engine {
  constructor(onProgress) {
    this.onProgress = onProgress;
    this.worker = null;
    this.next = 0;
    this.waiting = null;
    this.turn = 0;
    this.starting = false;
    this.about = null;
  }

  begin() {
    const url = URL.createObjectURL(new Blob([byId("worker-source").textContent], { type: "text/javascript" }));
    this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.settle({ failed: event.message || "the worker could not be started", dead: true });
    this.starting = true;
    this.started = this.send({ ask: "start", base64: byId("wasm").textContent }).finally(() => { this.starting = false; });
  }

  send(request, transfer = []) {
    const id = ++this.next;
    return new Promise((resolve, reject) => {
      this.waiting = { id, resolve, reject };
      this.worker.postMessage({ ...request, id }, transfer);
    });
  }

  /** Ends what is being done, if anything. */
  stop() {
    this.turn++;
    if (!this.waiting) return;
    const { reject } = this.waiting;
    this.waiting = null;
    this.end();
    reject(new Error("stopped"));
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }

  /** Rejects with the library's sentence. A later question takes the place of an earlier one. */
  async ask(request, transfer) {
    if (this.waiting && !this.starting) this.stop();
    const turn = ++this.turn;
    if (!this.worker) this.begin();
    await this.started;
    if (turn !== this.turn) throw new Error("stopped");
    this.about = null;
    return this.send(request, transfer);
  }

  heard(data) {
    if (data.progress !== undefined) this.onProgress?.(data.progress, data.done);
    else if (!this.waiting || data.id !== this.waiting.id) return;
    else if (data.about && !data.done) this.about = data.about; // what is known even if the plan fails
    else this.settle(data);
  }

  settle(data) {
    if (data.dead) this.end();
    const waiting = this.waiting;
    this.waiting = null;
    if (!waiting) return;
    if (data.failed) waiting.reject(Object.assign(new Error(data.failed), { about: this.about }));
    else waiting.resolve(data);
  }
}
