// Shows the display's picture, pixel for pixel, and maps points of the window to positions on it.

import { percent } from "./elements.js";

export class PanelCanvas {
  #canvas = document.getElementById("canvas");
  #frame = document.getElementById("frame");
  #context = this.#canvas.getContext("2d", { alpha: false, colorSpace: "srgb" });
  #connection;
  #epoch = 0;
  #queue = Promise.resolve();
  panel = null;
  zoom = "fit";
  isTurned = false;
  // CSS pixels per millimetre of the screen, measured with a bank card.
  pixelsPerMillimetre = 96 / 25.4;

  constructor(connection) {
    this.#connection = connection;
    connection.on("frame", (data) => this.#draw(data));
    connection.on("lost", () => (this.#epoch += 1));
    connection.on("panel", (panel) => {
      this.panel = panel;
      this.layOut();
    });
    new ResizeObserver(() => this.layOut()).observe(document.getElementById("stage"));
    this.#watchResolution();
  }

  // The resolution changes when the window moves to another screen or is zoomed.
  #watchResolution() {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
      this.layOut();
      this.#watchResolution();
    }, { once: true });
  }

  get element() {
    return this.#frame;
  }

  // The rotation of the picture on the page, in degrees.
  get #degrees() {
    return this.panel && !this.isTurned ? -this.panel.rotation : 0;
  }

  // Draws a frame after the previous frames, and acknowledges it.
  #draw(data) {
    const epoch = this.#epoch;
    const frame = decode(data);
    const bitmaps = Promise.all(frame.parts.map((part) => createImageBitmap(part.blob, {
      colorSpaceConversion: "none", premultiplyAlpha: "none",
    })));
    // A frame that cannot be decoded is reported here and does not block the others.
    bitmaps.catch((error) => console.error("a frame cannot be decoded", error));
    this.#queue = this.#queue.then(async () => {
      const images = await bitmaps;
      if (epoch !== this.#epoch) return;
      const canvas = this.#canvas;
      if (canvas.width !== frame.width || canvas.height !== frame.height) {
        canvas.width = frame.width;
        canvas.height = frame.height;
        this.layOut();
      }
      images.forEach((image, index) => {
        this.#context.drawImage(image, frame.parts[index].x, frame.parts[index].y);
        image.close();
      });
      canvas.dataset.sequence = frame.sequence;
      this.#connection.send({ type: "drawn", sequence: frame.sequence });
    }).catch(() => {});
  }

  // Returns the display fraction of a point in the window.
  fraction(clientX, clientY) {
    const box = this.#frame.getBoundingClientRect();
    const x = (clientX - box.left) / box.width;
    const y = (clientY - box.top) / box.height;
    switch ((this.#degrees + 360) % 360) {
      case 90: return { x: y, y: 1 - x };
      case 180: return { x: 1 - x, y: 1 - y };
      case 270: return { x: 1 - y, y: x };
      default: return { x, y };
    }
  }

  // Returns the position in the page's frame, as fractions of its size, of a display fraction.
  #positionOnFrame({ x, y }) {
    switch ((this.#degrees + 360) % 360) {
      case 90: return { x: 1 - y, y: x };
      case 180: return { x: 1 - x, y: 1 - y };
      case 270: return { x: y, y: 1 - x };
      default: return { x, y };
    }
  }

  get #isSideways() {
    return this.#degrees % 180 !== 0;
  }

  // Places an element over the picture, around a position on the display; its size is in fractions of
  // the display's.
  place(element, position, width, height) {
    const { x, y } = this.#positionOnFrame(position);
    const [w, h] = this.#isSideways ? [height, width] : [width, height];
    Object.assign(element.style, {
      left: percent(x - w / 2), top: percent(y - h / 2), width: percent(w), height: percent(h),
    });
  }

  // Sets the size of the picture on the page.
  layOut() {
    const canvas = this.#canvas;
    const [width, height] = [canvas.width, canvas.height];
    if (width < 2) return;
    const upright = this.#isSideways ? [height, width] : [width, height];
    const scale = this.#scale(upright);
    this.#frame.style.width = `${upright[0] * scale}px`;
    this.#frame.style.height = `${upright[1] * scale}px`;
    canvas.style.width = `${width * scale}px`;
    canvas.style.height = `${height * scale}px`;
    canvas.style.transform = `translate(-50%, -50%) rotate(${this.#degrees}deg)`;
    const devicePixels = scale * devicePixelRatio;
    canvas.style.imageRendering = Number.isInteger(devicePixels) ? "pixelated" : "auto";
    if (this.panel) this.#clip();
    this.#frame.dispatchEvent(new Event("laidout"));
  }

  #scale([width, height]) {
    if (this.zoom === "pixels") return 1 / devicePixelRatio;
    if (this.zoom === "true") {
      const millimetres = this.inches * 25.4;
      return millimetres * this.pixelsPerMillimetre / Math.hypot(width, height);
    }
    const stage = document.getElementById("stage");
    const style = getComputedStyle(stage);
    const inner = stage.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const isDark = document.body.classList.contains("dark-room");
    const room = isDark ? innerHeight - 32 : Math.max(240, innerHeight * 0.78);
    return Math.min(inner / width, room / height, 2);
  }

  #clip() {
    const { shape, area } = this.panel;
    this.#canvas.style.clipPath = shape !== "round" ? "" : `ellipse(${percent(area.width / 2)} ${
      percent(area.height / 2)} at ${percent(area.x + area.width / 2)} ${
      percent(area.y + area.height / 2)})`;
  }
}

// Little-endian: u32 sequence, u16 width, height, count, 0; for each part u16 x, y, width, height,
// u32 byte count, and a PNG.
function decode(data) {
  const view = new DataView(data);
  const frame = {
    sequence: view.getUint32(0, true), width: view.getUint16(4, true),
    height: view.getUint16(6, true), parts: [],
  };
  let at = 12;
  for (let left = view.getUint16(8, true); left > 0; left -= 1) {
    const count = view.getUint32(at + 8, true);
    frame.parts.push({
      x: view.getUint16(at, true), y: view.getUint16(at + 2, true),
      blob: new Blob([new Uint8Array(data, at + 12, count)], { type: "image/png" }),
    });
    at += 12 + count;
  }
  return frame;
}
