// The editor of the layout and its included files. A save is checked by the preview, and does not
// overwrite a newer save of another user.

import { colored } from "./highlight.js";
import { Completion } from "./completion.js";
import { difference } from "./difference.js";
import { make, makeButton } from "./elements.js";

const checkDelay = 250;

export class Editor {
  #connection;
  #text = document.getElementById("text");
  #colors = document.getElementById("colors");
  #numbers = document.getElementById("numbers");
  #tabs = document.getElementById("files");
  #problems = document.getElementById("problems");
  #conflict = document.getElementById("conflict");
  #save = document.getElementById("save");
  #state = document.getElementById("editor-state");
  // By name: the last known text and version on disk, the text here, and its diagnostics.
  #files = new Map();
  #shown = null;
  #request = 0;
  #timer = null;
  #completion;

  constructor(connection) {
    this.#connection = connection;
    connection.on("hello", ({ edit }) => {
      document.getElementById("editor").hidden = !edit;
      document.body.classList.toggle("editing", edit);
    });
    connection.on("files", ({ files }) => this.#setFiles(files));
    connection.on("errors", ({ list }) => this.#setDiagnostics(list));
    connection.on("checked", (message) => this.#applyCheck(message));
    connection.on("saved", (message) => this.#finishSave(message));
    connection.on("conflict", (message) => this.#showConflict(message));
    connection.on("refused", ({ message }) => this.showStatus(message));
    this.#completion = new Completion(connection, this.#text);
    this.#text.addEventListener("input", () => this.#changed());
    this.#text.addEventListener("scroll", () => this.#scroll());
    this.#text.addEventListener("keydown", (event) => this.#key(event));
    this.#save.addEventListener("click", () => this.#sendSave());
    addEventListener("beforeunload", (event) => {
      if ([...this.#files.keys()].some((name) => this.isChanged(name))) event.preventDefault();
    });
  }

  showStatus(text) {
    this.#state.textContent = text;
  }

  isChanged(name) {
    const file = this.#files.get(name);
    return file !== undefined && file.here !== file.text;
  }

  // Shows a location in a file.
  reveal(name, line, column) {
    if (!this.#files.has(name)) return;
    this.#open(name);
    const start = offset(this.#text.value, line, column);
    const end = this.#text.value.indexOf("\n", start);
    this.#text.focus();
    this.#text.setSelectionRange(start, end < 0 ? this.#text.value.length : end);
    const height = parseFloat(getComputedStyle(this.#text).lineHeight);
    this.#text.scrollTop = Math.max(0, (line - 4) * height);
  }

  // Updates the files from the disk, and keeps unsaved changes.
  #setFiles(files) {
    const known = this.#files;
    this.#files = new Map();
    for (const file of files) {
      const old = known.get(file.name);
      const isChanged = old && old.here !== old.text;
      const text = file.text ?? "";
      this.#files.set(file.name, {
        ...file, text: isChanged ? old.text : text, version: isChanged ? old.version : file.version,
        here: isChanged ? old.here : text, diagnostics: old?.diagnostics ?? [],
      });
      if (isChanged && file.version !== old.version && file.text !== old.here) {
        this.#showConflict({ name: file.name, version: file.version, text });
      }
    }
    if (!this.#files.has(this.#shown)) this.#shown = files[0]?.name ?? null;
    this.#showTabs();
    this.#fill();
  }

  #open(name) {
    if (name === this.#shown) return;
    this.#shown = name;
    this.#showTabs();
    this.#fill();
  }

  #showTabs() {
    this.#tabs.hidden = this.#files.size < 2;
    this.#tabs.replaceChildren(...[...this.#files.keys()].map((name) => {
      const tab = makeButton(
        this.isChanged(name) ? `${name} •` : name, () => this.#open(name));
      tab.role = "tab";
      tab.ariaSelected = name === this.#shown;
      return tab;
    }));
  }

  // Shows the current file in the text area, without moving the cursor.
  #fill() {
    const file = this.#files.get(this.#shown);
    if (!file) return;
    const { selectionStart, selectionEnd, scrollTop } = this.#text;
    if (this.#text.value !== file.here) {
      this.#text.value = file.here;
      this.#text.setSelectionRange(selectionStart, selectionEnd);
      this.#text.scrollTop = scrollTop;
    }
    this.#text.readOnly = file.writable === false || Boolean(file.problem);
    if (file.problem) this.showStatus(file.problem);
    this.#render();
  }

  #changed() {
    const file = this.#files.get(this.#shown);
    if (!file) return;
    const wasChanged = file.here !== file.text;
    file.here = this.#text.value;
    if (wasChanged !== (file.here !== file.text)) this.#showTabs();
    this.showStatus("");
    this.#render();
    clearTimeout(this.#timer);
    const name = this.#shown;
    this.#timer = setTimeout(() => this.#check(name), checkDelay);
  }

  #check(name) {
    this.#request += 1;
    const text = this.#files.get(name)?.here;
    if (text === undefined) return;
    this.#connection.send({ type: "check", name, request: this.#request, text });
  }

  #applyCheck({ name, request, list }) {
    if (request !== this.#request || !this.#files.has(name)) return;
    this.#setDiagnostics(list);
  }

  #setDiagnostics(list) {
    for (const [name, file] of this.#files) {
      file.diagnostics = list.filter((diagnostic) => diagnostic.file === name);
    }
    this.#render();
  }

  #render() {
    const file = this.#files.get(this.#shown);
    if (!file) return;
    this.#colors.replaceChildren(
      ...colored(file.here, file.diagnostics), document.createTextNode("\n"));
    const count = file.here.split("\n").length;
    this.#numbers.textContent = Array.from({ length: count }, (_, line) => line + 1).join("\n");
    this.#save.disabled = file.here === file.text;
    this.#scroll();
    this.#problems.replaceChildren(...[...this.#files].flatMap(([name, { diagnostics }]) => (
      diagnostics.map((diagnostic) => this.#problem(name, diagnostic)))));
  }

  #problem(name, diagnostic) {
    const item = make("li", diagnostic.severity);
    const prefix = this.#files.size > 1 ? `${name}, line ` : "Line ";
    const button = makeButton(
      `${prefix}${diagnostic.line}: ${plain(diagnostic.message)}`,
      () => this.reveal(name, diagnostic.line, diagnostic.column));
    if (diagnostic.hint) button.append(make("span", "", plain(diagnostic.hint)));
    item.append(button);
    return item;
  }

  #scroll() {
    const { scrollLeft, scrollTop } = this.#text;
    this.#colors.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.#numbers.style.transform = `translateY(${-scrollTop}px)`;
  }

  #key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      this.#sendSave();
    } else if (event.key === "Tab" && !event.defaultPrevented && !event.shiftKey && !this.#tabLeaves) {
      event.preventDefault();
      document.execCommand("insertText", false, "  ");
    }
    // After Escape, Tab leaves the text.
    this.#tabLeaves = event.key === "Escape";
  }

  #tabLeaves = false;

  #sendSave(overwrites = false) {
    const file = this.#files.get(this.#shown);
    if (!file || (file.here === file.text && !overwrites)) return;
    const version = overwrites ? null : file.version;
    file.sent = file.here;
    const isSent = this.#connection.send(
      { type: "save", name: this.#shown, version, text: file.here });
    this.showStatus(isSent ? "saving" : "no connection; the text is kept here");
  }

  #finishSave({ name, version }) {
    const file = this.#files.get(name);
    if (!file) return;
    if (file.sent !== undefined) file.text = file.sent;
    file.version = version;
    file.sent = undefined;
    this.#conflict.hidden = true;
    this.showStatus("saved");
    this.#showTabs();
    this.#render();
  }

  // Another user has saved the file. Both texts are kept until one of them is chosen.
  #showConflict({ name, version, text }) {
    const file = this.#files.get(name);
    if (!file) return;
    this.showStatus("");
    const message = make("p", "", `${name} has changed on disk since you started editing.`);
    const list = make("pre");
    list.hidden = true;
    list.append(...difference(file.here, text));
    const show = makeButton("Show the difference", () => { list.hidden = !list.hidden; });
    const theirs = makeButton("Take theirs", () => {
      Object.assign(file, { text, version, here: text });
      this.#conflict.hidden = true;
      this.#showTabs();
      this.#fill();
      this.#check(name);
    });
    const mine = makeButton("Keep mine and overwrite", () => {
      this.#open(name);
      this.#sendSave(true);
    });
    this.#conflict.replaceChildren(message, show, theirs, mine, list);
    this.#conflict.hidden = false;
  }
}

// Replaces the backquotes of a message by quotation marks.
function plain(text) {
  return text.replace(/`([^`]*)`/g, "“$1”");
}

// Returns the offset of a location in UTF-16 code units. Its column counts Unicode scalars.
export function offset(text, line, column) {
  let start = 0;
  for (let left = line - 1; left > 0; left -= 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  for (let left = column - 1; left > 0 && start < text.length; left -= 1) {
    start += text.codePointAt(start) > 0xffff ? 2 : 1;
  }
  return start;
}
