// Sends the events of fingers, a pen, a mouse and its wheel on the picture.

const pixelsPerNotch = 100;
const linesPerNotch = 3;

export class Touch {
  #connection;
  #canvas;
  #arrangement;
  // The contact number of each pointer that is down.
  #contacts = new Map();
  #notches = 0;

  constructor(connection, canvas, arrangement) {
    this.#connection = connection;
    this.#canvas = canvas;
    this.#arrangement = arrangement;
    const element = canvas.element;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    // If supported, events that do not wait for the browser's next frame.
    const moves = "onpointerrawupdate" in element ? "pointerrawupdate" : "pointermove";
    element.addEventListener(moves, (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#end(event, "up"));
    for (const type of ["pointercancel", "lostpointercapture"]) {
      element.addEventListener(type, (event) => this.#end(event, "cancel"));
    }
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    connection.on("lost", () => this.#contacts.clear());
  }

  #down(event) {
    if (event.button !== 0 || this.#arrangement.handles(event)) return;
    event.preventDefault();
    let id = 0;
    const used = [...this.#contacts.values()];
    while (used.includes(id)) id += 1;
    if (id > 31) return;
    this.#contacts.set(event.pointerId, id);
    this.#canvas.element.setPointerCapture(event.pointerId);
    const { x, y } = this.#canvas.fraction(event.clientX, event.clientY);
    this.#send([[event, ["down", id, x, y]]]);
  }

  #move(event) {
    const id = this.#contacts.get(event.pointerId);
    if (id === undefined) return;
    const samples = event.getCoalescedEvents?.() ?? [];
    this.#send((samples.length > 0 ? samples : [event]).map((sample) => {
      const { x, y } = this.#canvas.fraction(sample.clientX, sample.clientY);
      return [sample, ["move", id, x, y]];
    }));
  }

  #end(event, kind) {
    const id = this.#contacts.get(event.pointerId);
    if (id === undefined) return;
    this.#contacts.delete(event.pointerId);
    this.#send([[event, [kind, id]]]);
  }

  #send(changes) {
    const now = performance.now();
    const frames = changes.map(([event, change]) => (
      { age: Math.max(0, now - event.timeStamp), changes: [change] }));
    this.#connection.send({ type: "touch", frames });
  }

  // Up is clockwise, as on the panel's own displays.
  #wheel(event) {
    if (event.ctrlKey) return;
    event.preventDefault();
    const unit = event.deltaMode === 0 ? pixelsPerNotch : event.deltaMode === 1 ? linesPerNotch : 1;
    this.#notches -= event.deltaY / unit;
    // A touchpad sends many small steps.
    if (Math.abs(this.#notches) < 0.25) return;
    const { x, y } = this.#canvas.fraction(event.clientX, event.clientY);
    this.#connection.send({ type: "wheel", x, y, notches: this.#notches });
    this.#notches = 0;
  }
}
