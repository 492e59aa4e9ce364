// Elements over the picture through which keys and screen readers reach knobs and buttons.

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
    const element = document.createElement("div");
    element.className = "knob";
    element.role = "slider";
    element.tabIndex = 0;
    element.dataset.knob = knob.id;
    element.ariaLabel = knob.name;
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
    const element = document.createElement("div");
    element.className = "button";
    element.role = "button";
    element.tabIndex = 0;
    element.dataset.button = button.id;
    element.ariaLabel = button.name;
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.#connection.send({ type: "press", button: button.id });
    });
    // The action of a screen reader.
    element.addEventListener("click", () => {
      this.#connection.send({ type: "press", button: button.id });
    });
    return element;
  }

  #show({ page, knobs, buttons }) {
    for (const [index, value, text, , state] of knobs) {
      const { item, element } = this.#knobs[index];
      element.ariaValueNow = value;
      const unit = item.unit === "" ? "" : ` ${item.unit}`;
      element.ariaValueText = state === "normal" || state === "disabled"
        ? `${text}${unit}` : state === "offline" ? "offline" : "value unknown";
      element.ariaDisabled = state !== "normal";
    }
    for (const [index, isOn, isEnabled] of buttons) {
      const { element } = this.#buttons[index];
      element.ariaPressed = isOn === 1;
      element.ariaDisabled = isEnabled === 0;
    }
    this.#showPage(page);
  }

  // Hides the elements of other pages, so that they cannot be reached.
  #showPage(page) {
    for (const { item, element } of [...this.#knobs, ...this.#buttons]) {
      element.hidden = item.page !== null && item.page !== page;
    }
  }

  #place() {
    const canvas = this.#canvas;
    if (!canvas.panel) return;
    const percent = (fraction) => `${fraction * 100}%`;
    const put = (element, item, width, height) => {
      const { x, y } = canvas.positionOnFrame(item);
      const [w, h] = canvas.isSideways ? [height, width] : [width, height];
      Object.assign(element.style, {
        left: percent(x - w / 2), top: percent(y - h / 2), width: percent(w), height: percent(h),
      });
    };
    const aspect = canvas.panel.width / canvas.panel.height;
    for (const { item, element } of this.#knobs) {
      put(element, item, 2 * item.radius, 2 * item.radius * aspect);
    }
    for (const { item, element } of this.#buttons) put(element, item, item.width, item.height);
  }
}
