// The worker: the C library as WebAssembly, and the few system calls it makes. It answers one request at a time; the
// page stops it by ending it. Nothing here touches the page.

const EBADF = 8, ENOTCAPABLE = 76;

/** What WASI asks of a page: standard input is a file's bytes, standard output and error are gathered. */
class System {
  constructor() {
    this.input = new Uint8Array(0);
    this.out = [];
    this.err = [];
    this.memory = null;
  }

  view() {
    return new DataView(this.memory.buffer);
  }

  text(parts) {
    return new TextDecoder().decode(joined(parts));
  }

  /** What has been printed since the last time. */
  take() {
    const said = { out: this.out, err: this.text(this.err) };
    this.out = [];
    this.err = [];
    return said;
  }

  write(fd, list, count, wrote) {
    if (fd !== 1 && fd !== 2) return EBADF;
    const view = this.view();
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const at = view.getUint32(list + 8 * i, true), size = view.getUint32(list + 8 * i + 4, true);
      (fd === 1 ? this.out : this.err).push(new Uint8Array(this.memory.buffer.slice(at, at + size)));
      sum += size;
    }
    view.setUint32(wrote, sum, true);
    return 0;
  }

  readAt(fd, list, count, offset, got) {
    if (fd !== 0) return EBADF;
    const view = this.view();
    let at = Number(offset), sum = 0;
    for (let i = 0; i < count; i++) {
      const to = view.getUint32(list + 8 * i, true), size = view.getUint32(list + 8 * i + 4, true);
      const part = this.input.subarray(at, at + size);
      new Uint8Array(this.memory.buffer, to, part.length).set(part);
      at += part.length;
      sum += part.length;
    }
    view.setUint32(got, sum, true);
    return 0;
  }

  facts(fd, at) {
    if (fd > 2) return EBADF;
    const view = this.view();
    for (let i = 0; i < 8; i++) view.setBigUint64(at + 8 * i, 0n, true);
    view.setUint8(at + 16, fd === 0 ? 4 : 2); // a regular file, or a character device
    view.setBigUint64(at + 32, BigInt(fd === 0 ? this.input.length : 0), true);
    return 0;
  }

  status(fd, at) {
    if (fd > 2) return EBADF;
    const view = this.view();
    for (let i = 0; i < 3; i++) view.setBigUint64(at + 8 * i, 0n, true);
    view.setUint8(at, fd === 0 ? 4 : 2);
    view.setBigUint64(at + 8, ~0n, true);
    return 0;
  }

  time(clock, precision, at) {
    this.view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  }

  imports() {
    const known = {
      fd_write: (...a) => this.write(...a),
      fd_pread: (...a) => this.readAt(...a),
      fd_filestat_get: (...a) => this.facts(...a),
      fd_fdstat_get: (...a) => this.status(...a),
      fd_seek: (fd, offset, whence, at) => (this.view().setBigUint64(at, 0n, true), 0),
      fd_tell: (fd, at) => (this.view().setBigUint64(at, 0n, true), 0),
      fd_close: () => 0,
      fd_prestat_get: () => EBADF,
      clock_time_get: (...a) => this.time(...a),
      environ_sizes_get: (a, b) => (this.view().setUint32(a, 0, true), this.view().setUint32(b, 0, true), 0),
      environ_get: () => 0,
      proc_exit: (code) => { throw new Error(`the library ended with ${code}`); },
    };
    // Whatever else the library may be linked with, a page has none of it.
    return new Proxy(known, { get: (calls, name) => calls[name] || (() => ENOTCAPABLE), has: () => true });
  }
}

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const system = new System();
let core = null;

async function start(base64) {
  const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  const module = await WebAssembly.compile(bytes);
  const progress = (what, done) => self.postMessage({ progress: cString(what), done });
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: system.imports(),
    linkbound: { progress },
  });
  core = instance.exports;
  system.memory = core.memory;
  core._initialize();
}

function cString(at) {
  const bytes = new Uint8Array(core.memory.buffer, at);
  return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
}

/** One call of the library: its JSON, or its sentence as an error. Status 1 is an answer too: a broken schedule. */
function call(name, ...given) {
  const status = core[name](...given);
  const said = system.take();
  if (status > 1 || status < 0 || (status === 1 && !said.out.length))
    throw new Error(said.err.trim().replace(/^linkbound: /, "") || "the library could not do it");
  return JSON.parse(system.text(said.out));
}

function problem(words) {
  const bytes = new TextEncoder().encode(words.map((word) => word.replaceAll("\0", "") + "\0").join(""));
  const at = core.web_words(bytes.length);
  if (!at) throw new Error("there is not enough memory");
  new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
  return call("web_problem", words.length);
}

/** The arrays of struct web_moves (web/core/session.h), copied out so that they can be handed to the page. */
function moves(pointer) {
  if (!pointer) return null;
  const head = new Uint32Array(core.memory.buffer, pointer, 17);
  const [count, items] = head;
  const ints = (at, n) => new Uint32Array(core.memory.buffer.slice(at, at + 4 * n));
  const reals = (at, n) => new Float64Array(core.memory.buffer.slice(at, at + 8 * n));
  return {
    count, items,
    step: ints(head[4], count), from: ints(head[5], count), to: ints(head[6], count),
    kind: ints(head[7], count), first: count ? ints(head[8], count + 1) : new Uint32Array(1),
    start: reals(head[9], count), finish: reals(head[10], count),
    origin: ints(head[11], items), dest: ints(head[12], items), copy: ints(head[13], items),
    lo: reals(head[14], items), hi: reals(head[15], items),
    timed: head[16] !== 0,
  };
}

/** struct web_profile, of what is not drawn. */
function profile(pointer) {
  if (!pointer) return null;
  const [ports, bins, busy] = new Uint32Array(core.memory.buffer, pointer, 3);
  return { ports, bins, busy: new Float64Array(core.memory.buffer.slice(busy, busy + 8 * ports * bins)) };
}

function buffers(m) {
  return m ? [m.step, m.from, m.to, m.kind, m.first, m.start, m.finish, m.origin, m.dest, m.copy, m.lo, m.hi]
    .map((array) => array.buffer) : [];
}

const requests = {
  async start({ base64 }) {
    await start(base64);
    return {};
  },
  plan({ words, id }) {
    const about = problem(words);
    self.postMessage({ about, id });
    const result = call("web_plan");
    const drawn = moves(core.web_plan_moves());
    return { about, result, moves: drawn, profile: drawn ? null : profile(core.web_plan_profile()) };
  },
  check({ bytes }) {
    system.input = new Uint8Array(bytes);
    const result = call("web_check");
    return { about: result, result, moves: moves(core.web_file_moves()) };
  },
  write() {
    const status = core.web_write();
    const said = system.take();
    if (status) throw new Error(said.err.trim().replace(/^linkbound: /, ""));
    return { file: new Blob(said.out, { type: "application/jsonl" }) };
  },
};

self.onmessage = async ({ data }) => {
  try {
    const answer = await requests[data.ask](data);
    self.postMessage({ id: data.id, done: true, ...answer }, buffers(answer.moves));
  } catch (error) {
    // A trap leaves the library in no state to go on: the page starts another worker.
    const dead = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    const why = dead ? "the library ran out of memory or stack" : error.message;
    self.postMessage({ id: data.id, failed: why, dead });
  }
};
