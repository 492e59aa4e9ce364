// Elements over the picture through which keys and screen readers reach knobs and buttons.

import { make } from "./elements.js";

const keys = {
  ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 6, PageDown: -6, End: 1000,
  Home: -1000,
};

export class Reach {
  #connection;
  #canvas;
  #layer = document.getElementById("reach");
  #knobs = [];
  #buttons = [];

  constructor(connection, canvas) {
    this.#connection = connection;
    this.#canvas = canvas;
    connection.on("panel", (panel) => this.#build(panel));
    connection.on("values", (message) => this.#show(message));
    canvas.element.addEventListener("laidout", () => this.#place());
  }

  #build(panel) {
    this.#knobs = panel.knobs.map((knob) => ({ item: knob, element: this.#knob(knob) }));
    this.#buttons = panel.buttons.map((button) => (
      { item: button, element: this.#button(button) }));
    const all = [...this.#knobs, ...this.#buttons];
    // Reading order, line by line.
    all.sort((a, b) => Math.round((a.item.y - b.item.y) * 8) || a.item.x - b.item.x);
    this.#layer.replaceChildren(...all.map(({ element }) => element));
    this.#showPage(panel.page);
    this.#place();
  }

  #knob(knob) {
    const element = control("knob", "slider", knob);
    element.ariaValueMin = knob.minimum;
    element.ariaValueMax = knob.maximum;
    element.ariaDisabled = !knob.enabled;
    element.addEventListener("keydown", (event) => {
      const notches = keys[event.key];
      if (notches === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.#connection.send({ type: "turn", knob: knob.id, notches });
    });
    return element;
  }

  #button(button) {
    const element = control("button", "button", button);
    const press = () => this.#connection.send({ type: "press", button: button.id });
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press();
    });
    // The action of a screen reader.
    element.addEventListener("click", press);
    return element;
  }

  #show({ page, knobs, buttons }) {
    for (const [index, value, text, , state, , actual] of knobs) {
      const { item, element } = this.#knobs[index];
      this.#knobs[index].isHidden = state === "hidden";
      element.ariaValueNow = value;
      const unit = item.unit === "" ? "" : ` ${item.unit}`;
      const wanted = state === "normal" || state === "disabled"
        ? `${text}${unit}` : state === "offline" ? "offline" : "value unknown";
      element.ariaValueText = actual === null ? wanted : `${wanted}, actual ${actual}${unit}`;
      element.ariaDisabled = state !== "normal";
    }
    for (const [index, isOn, isEnabled, isHidden] of buttons) {
      const { element } = this.#buttons[index];
      this.#buttons[index].isHidden = isHidden === 1;
      element.ariaPressed = isOn === 1;
      element.ariaDisabled = isEnabled === 0;
    }
    this.#showPage(page);
  }

  // Hides the elements of other pages and of hidden items, so that they cannot be reached.
  #showPage(page) {
    for (const { item, element, isHidden } of [...this.#knobs, ...this.#buttons]) {
      element.hidden = isHidden === true || item.page !== null && item.page !== page;
    }
  }

  #place() {
    const canvas = this.#canvas;
    if (!canvas.panel) return;
    const aspect = canvas.panel.width / canvas.panel.height;
    for (const { item, element } of this.#knobs) {
      canvas.place(element, item, 2 * item.radius, 2 * item.radius * aspect);
    }
    for (const { item, element } of this.#buttons) {
      canvas.place(element, item, item.width, item.height);
    }
  }
}

function control(kind, role, { id, name }) {
  const element = make("div", kind);
  Object.assign(element, { role, tabIndex: 0, ariaLabel: name });
  element.dataset[kind] = id;
  return element;
}
