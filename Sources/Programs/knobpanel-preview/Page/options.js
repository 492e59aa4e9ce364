// The view options: size, rotation, theme, shape, page and zoom.

const sizes = ["480x320", "720x720", "800x480", "1024x600", "1280x720", "1280x800", "1920x1080"];
const cardMillimetres = 85.6;

export class Options {
  #connection;
  #canvas;
  #fields = Object.fromEntries(
    ["size", "rotation", "theme", "shape", "page", "zoom", "diagonal", "turned", "dark"]
      .map((id) => [id, document.getElementById(id)]));

  constructor(connection, canvas) {
    this.#connection = connection;
    this.#canvas = canvas;
    const fields = this.#fields;
    fill(fields.size, [["", "from layout"], ...sizes.map((size) => [size, size.replace("x", " × ")]),
      ["other", "other …"]]);
    connection.on("hello", (message) => {
      fill(fields.theme, [["", "from layout"], ...message.themes.map((theme) => [theme, theme])]);
    });
    connection.on("panel", (panel) => this.#show(panel));
    connection.on("values", ({ page }) => { fields.page.value = page; });
    for (const id of ["size", "rotation", "theme", "shape", "diagonal"]) {
      fields[id].addEventListener("change", () => this.#choose(id));
    }
    fields.page.addEventListener("change", () => {
      connection.send({ type: "page", page: Number(fields.page.value) });
    });
    fields.zoom.addEventListener("change", () => this.#zoom());
    fields.turned.addEventListener("change", () => {
      canvas.isTurned = fields.turned.checked;
      canvas.layOut();
    });
    fields.dark.addEventListener("click", () => this.#setDark(!this.#isDark));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#isDark) this.#setDark(false);
    });
    document.getElementById("options").addEventListener("submit", (event) => event.preventDefault());
    document.getElementById("download").href = `picture.png${connection.query}`;
    this.#calibrate();
  }

  get #isDark() {
    return document.body.classList.contains("dark-room");
  }

  #setDark(isDark) {
    document.body.classList.toggle("dark-room", isDark);
    this.#fields.dark.setAttribute("aria-pressed", isDark);
    this.#canvas.layOut();
  }

  #show(panel) {
    const fields = this.#fields;
    const size = panel.sizeOverride?.join("x") ?? "";
    if (size !== "" && ![...fields.size.options].some((option) => option.value === size)) {
      fields.size.add(new Option(size.replace("x", " × "), size), fields.size.options.length - 1);
    }
    fields.size.value = size;
    fields.rotation.value = panel.rotationOverride ?? "";
    fields.theme.value = panel.themeOverride ?? "";
    fields.shape.value = panel.shapeOverride ?? "";
    fill(fields.page, panel.pages.map((page, index) => [index, page.name]));
    fields.page.value = panel.page;
    document.getElementById("page-label").hidden = panel.pages.length < 2;
    if (panel.diagonalInches !== null) fields.diagonal.value = panel.diagonalInches;
    fields.turned.parentElement.hidden = panel.rotation === 0;
  }

  #choose(changed) {
    const fields = this.#fields;
    if (changed === "size" && fields.size.value === "other") {
      const { width, height } = this.#canvas.panel ?? { width: 800, height: 480 };
      const answer = prompt("Display size in pixels", `${width}x${height}`);
      const match = /^\s*(\d+)\s*[x×*, ]\s*(\d+)\s*$/.exec(answer ?? "");
      if (!match) return this.#show(this.#canvas.panel);
      fields.size.add(new Option(`${match[1]} × ${match[2]}`, `${match[1]}x${match[2]}`));
      fields.size.value = `${match[1]}x${match[2]}`;
    }
    const isTrue = fields.zoom.value === "true";
    this.#connection.send({
      type: "view",
      size: fields.size.value === "" ? null : fields.size.value.split("x").map(Number),
      rotation: fields.rotation.value === "" ? null : Number(fields.rotation.value),
      theme: fields.theme.value === "" ? null : fields.theme.value,
      shape: fields.shape.value === "" ? null : fields.shape.value,
      diagonal: isTrue ? this.#diagonal : null,
    });
    this.#zoom(false);
  }

  get #diagonal() {
    const inches = Number(this.#fields.diagonal.value);
    return inches >= 0.5 && inches <= 200 ? inches : 7;
  }

  #zoom(isChosen = true) {
    const { zoom } = this.#fields;
    this.#canvas.zoom = zoom.value;
    this.#canvas.inches = this.#diagonal;
    const isTrue = zoom.value === "true";
    document.getElementById("diagonal-label").hidden = !isTrue;
    document.getElementById("ruler").hidden = !isTrue;
    this.#canvas.layOut();
    // Lengths in millimetres depend on the diagonal.
    if (isChosen) this.#choose("zoom");
  }

  // Calibrates the screen with an ISO/IEC 7810 ID-1 card, which is 85.60 mm wide.
  #calibrate() {
    const slider = document.getElementById("card-width");
    const card = document.getElementById("card");
    const show = () => {
      card.style.width = `${slider.value}px`;
      card.style.height = `${slider.value * 53.98 / cardMillimetres}px`;
      this.#canvas.pixelsPerMillimetre = slider.value / cardMillimetres;
      this.#canvas.layOut();
    };
    slider.value = stored("card-width") ?? Math.round(cardMillimetres * 96 / 25.4);
    slider.addEventListener("input", () => {
      show();
      store("card-width", slider.value);
    });
    show();
  }
}

function fill(select, options) {
  const value = select.value;
  select.replaceChildren(...options.map(([key, text]) => new Option(text, key)));
  select.value = value;
}

// Returns a stored value. The browser can forbid storage; then each visit starts with the defaults.
function stored(key) {
  try {
    return localStorage.getItem(`knobpanel-${key}`);
  } catch {
    return null;
  }
}

function store(key, value) {
  try {
    localStorage.setItem(`knobpanel-${key}`, value);
  } catch {
    // Without storage the value is kept only for this visit.
  }
}
