// From places in space to places on the screen: turned, with a little perspective, fitted to the drawing.

const EYE = 5.4; // from the middle; everything is within about 1.7 of it

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

  /** Sets up for a drawing of this size; `half` are half the sides of what is drawn. */
  frame(width, height, layout) {
    this.solid = layout.solid;
    this.cx = width / 2 + this.panX;
    this.cy = height * (layout.solid ? 0.465 : 0.5) + this.panY;
    const margin = Math.min(44, Math.min(width, height) * 0.12);
    const w = Math.max(40, width / 2 - margin), h = Math.max(40, height / 2 - margin);
    this.pitch ??= layout.pitch;
    const fit = layout.solid ? this.fit(w, h, layout) : Math.min(w / layout.half[0], h / layout.half[1]);
    this.size = (layout.stretch ? w / layout.half[0] : fit) * this.zoom;
    this.sizeY = (layout.stretch ? h / layout.half[1] : fit) * this.zoom;
    this.sinYaw = Math.sin(this.yaw);
    this.cosYaw = Math.cos(this.yaw);
    this.sinPitch = Math.sin(this.pitch);
    this.cosPitch = Math.cos(this.pitch);
  }

  /** The largest size at which it stays in the frame however it is turned about the upright axis. */
  fit(w, h, { place, half }) {
    if (this.fitted === place && this.fittedPitch === this.pitch) return Math.min(w / this.wide, h / this.high);
    const sin = Math.abs(Math.sin(this.pitch)), cos = Math.cos(this.pitch);
    this.wide = this.high = 0.05;
    for (let i = 0; i < place.length; i += 3) {
      const out = Math.hypot(place[i], place[i + 2]);
      this.wide = Math.max(this.wide, out * 1.04);
      this.high = Math.max(this.high, Math.abs(place[i + 1]) * cos + out * sin);
    }
    this.high = Math.max(this.high, half[1]) * 0.99;
    [this.fitted, this.fittedPitch] = [place, this.pitch];
    return Math.min(w / this.wide, h / this.high);
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
