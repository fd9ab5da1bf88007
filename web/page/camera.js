// From places in space to places on the screen: turned, with a little perspective, fitted to the drawing.

export class Camera {
  constructor() {
    this.reset();
  }

  reset() {
    this.yaw = -0.46;
    this.pitch = 0.3;
    this.zoom = 1;
    this.panX = 0;
    this.panY = 0;
  }

  turn(dx, dy) {
    this.yaw += dx;
    this.pitch = Math.max(-1.5, Math.min(1.5, this.pitch + dy));
  }

  scale(factor) {
    this.zoom = Math.max(0.3, Math.min(12, this.zoom * factor));
  }

  /** Sets up for a drawing of this size; `half` are half the sides of what is drawn. */
  frame(width, height, layout) {
    this.solid = layout.solid;
    this.cx = width / 2 + this.panX;
    this.cy = height / 2 + this.panY;
    const margin = Math.min(44, Math.min(width, height) * 0.12);
    const w = Math.max(40, width / 2 - margin), h = Math.max(40, height / 2 - margin);
    this.size = (layout.solid ? Math.min(w, h) * 1.25 : Math.min(w / layout.half[0], h / layout.half[1])) * this.zoom;
    this.sinYaw = Math.sin(this.yaw);
    this.cosYaw = Math.cos(this.yaw);
    this.sinPitch = Math.sin(this.pitch);
    this.cosPitch = Math.cos(this.pitch);
  }

  /** Writes x, y and nearness (about 0.8 far to 1.3 near) to out at `at`. */
  project(x, y, z, out, at) {
    if (!this.solid) {
      out[at] = this.cx + x * this.size;
      out[at + 1] = this.cy + y * this.size;
      out[at + 2] = 1;
      return;
    }
    const side = x * this.cosYaw + z * this.sinYaw, deep = z * this.cosYaw - x * this.sinYaw;
    const up = y * this.cosPitch - deep * this.sinPitch, near = y * this.sinPitch + deep * this.cosPitch;
    const factor = 3.4 / (3.4 - near);
    out[at] = this.cx + side * this.size * factor;
    out[at + 1] = this.cy + up * this.size * factor;
    out[at + 2] = factor;
  }
}
