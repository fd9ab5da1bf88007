// From places in space to places on the screen: turned, with a little perspective, fitted to the drawing.

const EYE = 5.4; // from the middle; everything is within about 1.7 of it
const TURNS = 36; // looked at when it is asked how far a drawing reaches

/** The points that decide how far a drawing reaches: of those as far from the upright axis and as high, one. */
function corners({ place, links }) {
  const found = new Map();
  const add = (x, y, z) => found.set(`${Math.round(Math.hypot(x, z) * 500)} ${Math.round(y * 500)}`, [x, y, z]);
  for (let i = 0; i < place.length; i += 3) add(place[i], place[i + 1], place[i + 2]);
  for (const { from, to, bend } of links)
    if (bend) add(...bend.map((v, i) => (place[from * 3 + i] + place[to * 3 + i]) / 2 + v));
  return found.values();
}

export class Camera {
  constructor() {
    this.reset();
  }

  reset() {
    this.yaw = -0.46;
    this.pitch = null; // the layout's
    this.zoom = 1;
    this.panX = 0;
    this.panY = 0;
  }

  turn(dx, dy) {
    this.yaw += dx;
    this.pitch = Math.max(-1.5, Math.min(1.5, (this.pitch ?? 0.3) + dy));
  }

  scale(factor) {
    this.zoom = Math.max(0.3, Math.min(12, this.zoom * factor));
  }

  /** Sets up for a drawing of this size, with so many pixels free at its edges. */
  frame(width, height, layout, margin) {
    this.solid = layout.solid;
    this.pitch ??= layout.pitch;
    this.sinPitch = Math.sin(this.pitch);
    this.cosPitch = Math.cos(this.pitch);
    const w = Math.max(20, width / 2 - margin), h = Math.max(20, height / 2 - margin);
    const box = layout.solid ? this.reach(layout) : { wide: layout.half[0], high: layout.half[1], middle: 0 };
    const fit = Math.min(w / box.wide, h / box.high);
    this.size = (layout.stretch ? w / box.wide : fit) * this.zoom;
    this.sizeY = (layout.stretch ? h / box.high : fit) * this.zoom;
    this.cx = width / 2 + this.panX;
    this.cy = height / 2 - box.middle * this.size + this.panY;
    this.sinYaw = Math.sin(this.yaw);
    this.cosYaw = Math.cos(this.yaw);
  }

  /** How far it reaches on the screen, at size 1, however it is turned about the upright axis: so it neither leaves the
   * frame nor breathes while it turns. */
  reach(layout) {
    if (this.reached?.layout === layout && this.reached.pitch === this.pitch) return this.reached;
    let wide = 0.05, low = 0, high = 0;
    for (const [x, y, z] of corners(layout)) {
      const out = Math.hypot(x, z);
      for (let k = 0; k < TURNS; k++) {
        const side = out * Math.sin(2 * Math.PI * k / TURNS), deep = out * Math.cos(2 * Math.PI * k / TURNS);
        const factor = EYE / (EYE - (deep * this.cosPitch - y * this.sinPitch));
        const up = (y * this.cosPitch + deep * this.sinPitch) * factor;
        wide = Math.max(wide, side * factor);
        low = Math.min(low, up);
        high = Math.max(high, up);
      }
    }
    this.reached = { layout, pitch: this.pitch, wide, high: Math.max(0.05, (high - low) / 2), middle: (high + low) / 2 };
    return this.reached;
  }

  /** Writes x, y and nearness (about 0.8 far to 1.3 near) to out at `at`. */
  project(x, y, z, out, at) {
    if (!this.solid) {
      out[at] = this.cx + x * this.size;
      out[at + 1] = this.cy + y * this.sizeY;
      out[at + 2] = 1;
      return;
    }
    const side = x * this.cosYaw + z * this.sinYaw, deep = z * this.cosYaw - x * this.sinYaw;
    const up = y * this.cosPitch + deep * this.sinPitch, near = deep * this.cosPitch - y * this.sinPitch;
    const factor = EYE / (EYE - near);
    out[at] = this.cx + side * this.size * factor;
    out[at + 1] = this.cy + up * this.size * factor;
    out[at + 2] = factor;
  }
}
