// The WebSocket to the preview, opened again whenever it is lost.

const firstDelay = 250;
const longestDelay = 5000;

export class Connection {
  #listeners = new Map();
  #socket = null;
  #delay = firstDelay;
  #status = document.getElementById("connection");

  constructor() {
    this.query = tokenQuery();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  // Calls a function with each message of a type; "frame" are binary ones, "open" and "lost" the
  // connection itself.
  on(type, listener) {
    const list = this.#listeners.get(type) ?? [];
    list.push(listener);
    this.#listeners.set(type, list);
  }

  // Sends an object; drops it while there is no connection, as what a finger did then is over.
  send(message) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  open() {
    const socket = new WebSocket(`ws://${location.host}/socket${this.query}`);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.#delay = firstDelay;
      this.#show("connected");
      this.#emit("open");
    };
    socket.onmessage = (event) => {
      if (typeof event.data === "string") {
        const message = JSON.parse(event.data);
        this.#emit(message.type, message);
      } else {
        this.#emit("frame", event.data);
      }
    };
    socket.onclose = () => {
      this.#show("connection lost; reconnecting");
      this.#emit("lost");
      setTimeout(() => this.open(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, longestDelay);
    };
  }

  #emit(type, message) {
    for (const listener of this.#listeners.get(type) ?? []) listener(message);
  }

  #show(text) {
    this.#status.textContent = text;
    document.body.classList.toggle("lost", text !== "connected");
  }
}

// The token of this page's address, as a query for what it asks for.
function tokenQuery() {
  const token = new URLSearchParams(location.search).get("token");
  return token === null ? "" : `?token=${encodeURIComponent(token)}`;
}
