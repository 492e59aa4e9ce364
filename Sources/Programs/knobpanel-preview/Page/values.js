// The list of knobs: their values, their controls, and the settings of simulated controls.

import { make, percent } from "./elements.js";

export class Values {
  #connection;
  #list = document.getElementById("values");
  #rows = [];

  constructor(connection) {
    this.#connection = connection;
    connection.on("panel", (panel) => this.#build(panel.knobs));
    connection.on("values", ({ knobs }) => this.#show(knobs));
    connection.on("simulation", ({ knobs }) => this.#showSimulation(knobs));
  }

  #build(knobs) {
    const open = new Set(this.#rows.filter((row) => row.details?.open).map((row) => row.knob.id));
    this.#rows = knobs.map((knob) => this.#row(knob, open.has(knob.id)));
    this.#list.replaceChildren(...this.#rows.map((row) => row.element));
  }

  #row(knob, isOpen) {
    const element = make("li");
    const name = make("span", "name", knob.name);
    const value = make("output", "value");
    const state = make("span", "state");
    const meter = make("span", "meter");
    meter.append(make("span", "level"));
    element.append(name, value, state, meter);
    const row = { knob, element, value, state, level: meter.firstChild };
    if (knob.control !== null && !knob.simulated) {
      element.append(make("span", "control", knob.control));
    }
    if (knob.simulated) this.#addSimulation(row, isOpen);
    return row;
  }

  // Adds the fields that simulate changes by other users, and slow, coarse or unreliable controls.
  #addSimulation(row, isOpen) {
    const details = make("details");
    details.open = isOpen;
    details.append(make("summary", "", row.knob.control ?? "simulated"));
    const fields = {
      level: input("range", { min: 0, max: 1, step: 0.001 }),
      delay: input("number", { min: 0, max: 10000, step: 10, value: 0 }),
      steps: input("number", { min: 0, max: 1000, step: 1, value: 0 }),
      loss: input("number", { min: 0, max: 100, step: 5, value: 0 }),
      online: input("checkbox", { checked: true }),
    };
    const labels = {
      level: "Another user", delay: "Delay, ms", steps: "Steps", loss: "Loss, %",
      online: "Online",
    };
    for (const [key, field] of Object.entries(fields)) {
      const label = make("label", key, labels[key]);
      label.append(field);
      details.append(label);
    }
    const knob = row.knob.id;
    fields.level.addEventListener("input", () => {
      this.#connection.send({ type: "outside", knob, level: Number(fields.level.value) });
    });
    for (const key of ["delay", "steps", "loss", "online"]) {
      fields[key].addEventListener("change", () => this.#connection.send({
        type: "simulate", knob, delay: Math.round(Number(fields.delay.value)),
        steps: Number(fields.steps.value) < 2 ? 0 : Math.round(Number(fields.steps.value)),
        loss: Math.min(100, Math.max(0, Number(fields.loss.value))) / 100,
        online: fields.online.checked,
      }));
    }
    row.details = details;
    row.fields = fields;
    row.element.append(details);
  }

  #show(knobs) {
    for (const [index, , text, position, state, isHeld] of knobs) {
      const row = this.#rows[index];
      const unit = row.knob.unit === "" ? "" : ` ${row.knob.unit}`;
      row.value.textContent = state === "normal" || state === "disabled" ? `${text}${unit}` : "–";
      row.state.textContent = state === "normal" ? "" : state;
      row.level.style.width = percent(Math.min(1, Math.max(0, position)));
      row.element.classList.toggle("held", isHeld === 1);
    }
  }

  #showSimulation(knobs) {
    for (const simulation of knobs) {
      const fields = this.#rows.find((row) => row.knob.id === simulation.knob)?.fields;
      if (!fields) continue;
      const values = {
        level: simulation.level, delay: simulation.delay, steps: simulation.steps,
        loss: Math.round(simulation.loss * 100),
      };
      for (const [key, value] of Object.entries(values)) {
        // A field that the user is changing keeps its value.
        if (fields[key] !== document.activeElement) fields[key].value = value;
      }
      fields.online.checked = simulation.online;
    }
  }
}

function input(type, properties) {
  return Object.assign(document.createElement("input"), { type }, properties);
}
