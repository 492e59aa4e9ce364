// The list of the panel's last events, as lines of JSON.

import { make } from "./elements.js";

const lineLimit = 200;

export class Events {
  #list = document.getElementById("events");
  #isPaused = false;

  constructor(connection) {
    connection.on("events", (message) => this.#add(message));
    const pause = document.getElementById("pause");
    pause.addEventListener("click", () => {
      this.#isPaused = !this.#isPaused;
      pause.setAttribute("aria-pressed", this.#isPaused);
    });
  }

  #add({ lines, dropped }) {
    if (this.#isPaused) return;
    const texts = lines.slice(-lineLimit);
    if (dropped > 0) texts.unshift(`… ${dropped} omitted`);
    const isAtEnd = this.#list.scrollHeight - this.#list.scrollTop - this.#list.clientHeight < 8;
    this.#list.append(...texts.map((text) => make("li", "", text)));
    while (this.#list.childElementCount > lineLimit) this.#list.firstChild.remove();
    if (isAtEnd) this.#list.scrollTop = this.#list.scrollHeight;
  }
}
