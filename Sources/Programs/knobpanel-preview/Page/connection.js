// The WebSocket to the preview, which reconnects after a loss.

const firstDelay = 250;
const delayLimit = 5000;

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

  // Calls a function with each message of a type. "frame" is a binary message; "open" and "lost" are
  // changes of the connection.
  on(type, listener) {
    const list = this.#listeners.get(type) ?? [];
    list.push(listener);
    this.#listeners.set(type, list);
  }

  // Sends an object. Drops it without a connection, because it would be outdated after a reconnection.
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
      this.#delay = Math.min(this.#delay * 2, delayLimit);
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

// Returns the token of the page's address as a query string for requests.
function tokenQuery() {
  const token = new URLSearchParams(location.search).get("token");
  return token === null ? "" : `?token=${encodeURIComponent(token)}`;
}
