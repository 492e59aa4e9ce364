// Moves knobs in the file and reveals their lines, with Alt held or while "Arrange" is on.

const tapPixels = 6;

export class Arrangement {
  #connection;
  #canvas;
  #editor;
  #button = document.getElementById("arrange");
  #outline = document.getElementById("outline");
  #drag = null;
  #isEditable = false;

  constructor(connection, canvas, editor) {
    this.#connection = connection;
    this.#canvas = canvas;
    this.#editor = editor;
    connection.on("hello", ({ edit }) => {
      this.#isEditable = edit;
      this.#button.hidden = !edit;
    });
    this.#button.addEventListener("click", () => {
      this.#button.setAttribute("aria-pressed", !this.#isOn);
      document.body.classList.toggle("arranging", this.#isOn);
    });
    const element = canvas.element;
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#end(event, true));
    element.addEventListener("pointercancel", (event) => this.#end(event, false));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#end(null, false);
    });
  }

  get #isOn() {
    return this.#button.getAttribute("aria-pressed") === "true";
  }

  // Returns whether a press is for moving a knob instead of for the panel.
  handles(event) {
    if (!this.#isEditable || (!event.altKey && !this.#isOn)) return false;
    event.preventDefault();
    const position = this.#canvas.fraction(event.clientX, event.clientY);
    const knob = this.#knobAt(position);
    if (knob) {
      this.#drag = { knob, pointer: event.pointerId, from: event, position, isMoving: false };
      this.#canvas.element.setPointerCapture(event.pointerId);
    }
    return true;
  }

  #knobAt({ x, y }) {
    const { panel } = this.#canvas;
    const aspect = panel.height / panel.width;
    const shown = Number(document.getElementById("page").value || panel.page);
    return panel.knobs.filter((knob) => knob.page === null || knob.page === shown)
      .map((knob) => ({ knob, distance: Math.hypot(knob.x - x, (knob.y - y) * aspect) }))
      .filter(({ knob, distance }) => distance <= knob.radius)
      .sort((a, b) => a.distance - b.distance)[0]?.knob;
  }

  #move(event) {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    const distance = Math.hypot(event.clientX - drag.from.clientX, event.clientY - drag.from.clientY);
    drag.isMoving ||= distance > tapPixels && drag.knob.movable;
    if (!drag.isMoving) return;
    const position = this.#target(event);
    const { width, height } = this.#canvas.panel;
    const across = 2 * drag.knob.radius;
    this.#canvas.place(this.#outline, position, across, across * width / height);
    this.#outline.hidden = false;
  }

  // Returns the new centre of the knob, which keeps its distance from the pointer.
  #target(event) {
    const { knob, position } = this.#drag;
    const now = this.#canvas.fraction(event.clientX, event.clientY);
    return { x: knob.x + now.x - position.x, y: knob.y + now.y - position.y };
  }

  #end(event, isDone) {
    const drag = this.#drag;
    if (!drag || (event && drag.pointer !== event.pointerId)) return;
    if (isDone && drag.isMoving) {
      if (this.#editor.isChanged(drag.knob.file)) {
        this.#editor.showStatus("save the text before moving knobs");
      } else {
        this.#connection.send({ type: "move", knob: drag.knob.id, ...this.#target(event) });
      }
    } else if (isDone) {
      this.#editor.reveal(drag.knob.file, drag.knob.line, drag.knob.column);
      if (!drag.knob.movable) {
        this.#editor.showStatus(
          "this knob has no center of its own in the file; edit its lines instead");
      }
    }
    this.#drag = null;
    this.#outline.hidden = true;
  }
}
