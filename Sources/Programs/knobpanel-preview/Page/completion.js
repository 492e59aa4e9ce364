// Completes and explains keys and values, according to the schema of layouts.

import { make } from "./elements.js";

const choiceLimit = 40;

export class Completion {
  #text;
  #list = document.getElementById("completions");
  #explanation = document.getElementById("explanation");
  #schema = null;
  // Values with their descriptions, by the format of their key in the schema.
  #known = {};
  #choices = [];
  #selected = 0;
  #start = 0;

  constructor(connection, text) {
    this.#text = text;
    connection.on("hello", async ({ edit, known }) => {
      this.#known = known ?? {};
      if (!edit || this.#schema) return;
      this.#schema = await (await fetch("schema.json")).json();
    });
    text.addEventListener("input", () => this.#offer(false));
    text.addEventListener("keydown", (event) => this.#key(event));
    text.addEventListener("blur", () => this.#close());
    text.addEventListener("scroll", () => this.#close());
    for (const type of ["keyup", "click"]) text.addEventListener(type, () => this.#explain());
  }

  #key(event) {
    if (event.ctrlKey && event.key === " ") {
      event.preventDefault();
      this.#offer(true);
    } else if (!this.#list.hidden) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        this.#select((this.#selected + step + this.#choices.length) % this.#choices.length);
      } else if (event.key === "Enter" || event.key === "Tab") {
        event.preventDefault();
        this.#insert(this.#choices[this.#selected]);
      } else if (event.key === "Escape") {
        event.preventDefault();
        this.#close();
      }
    }
  }

  // Shows the completions at the cursor, on request or after a typed character.
  #offer(isRequested) {
    this.#close();
    if (!this.#schema) return;
    const context = contextAt(this.#text.value, this.#text.selectionStart);
    if (context.isComment || (!isRequested && context.word === "")) return;
    const schemas = this.#schemas(context.path);
    const all = context.isValue ? this.#values(schemas) : this.#keys(schemas, context.siblings);
    const word = context.word.toLowerCase();
    this.#choices = all.filter(({ name }) => name.toLowerCase().startsWith(word))
      .concat(all.filter(({ name }) => name.toLowerCase().indexOf(word) > 0)).slice(0, choiceLimit);
    if (this.#choices.length === 0) return;
    if (this.#choices.length === 1 && this.#choices[0].name === context.word) return;
    this.#start = this.#text.selectionStart - context.word.length;
    this.#list.replaceChildren(...this.#choices.map((choice, index) => {
      const item = make("li", "", choice.name);
      item.role = "option";
      item.append(make("span", "", choice.description));
      item.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        this.#insert(this.#choices[index]);
      });
      return item;
    }));
    this.#list.hidden = false;
    this.#positionList(context.line, context.column);
    this.#select(0);
  }

  // Positions the list below the cursor, or above it near the lower edge.
  #positionList(line, column) {
    const style = getComputedStyle(this.#text);
    const height = parseFloat(style.lineHeight);
    const width = parseFloat(style.getPropertyValue("--letter-width")) || parseFloat(style.fontSize) * 0.6;
    const top = (line + 1) * height + parseFloat(style.paddingTop) - this.#text.scrollTop;
    const left = column * width + parseFloat(style.paddingLeft) - this.#text.scrollLeft;
    const isLow = top > this.#text.clientHeight * 0.6;
    this.#list.style.top = isLow ? "" : `${top}px`;
    this.#list.style.bottom = isLow ? `${this.#text.clientHeight - top + height}px` : "";
    this.#list.style.left = `${Math.max(0, Math.min(left, this.#text.clientWidth - 280))}px`;
  }

  #select(index) {
    this.#selected = index;
    [...this.#list.children].forEach((item, itemIndex) => {
      item.ariaSelected = itemIndex === index;
      if (itemIndex === index) item.scrollIntoView({ block: "nearest" });
    });
    this.#explanation.textContent = this.#choices[index]?.description ?? "";
  }

  #insert(choice) {
    this.#close();
    this.#text.setSelectionRange(this.#start, this.#text.selectionStart);
    // execCommand keeps the browser's undo history.
    document.execCommand("insertText", false, choice.isKey ? `${choice.name}: ` : choice.name);
    this.#close();
  }

  #close() {
    this.#list.hidden = true;
    this.#choices = [];
  }

  // Shows the description of the key in the cursor's line.
  #explain() {
    if (!this.#schema || !this.#list.hidden) return;
    const context = contextAt(this.#text.value, this.#text.selectionStart);
    const key = context.isValue ? context.path.at(-1) : context.wholeWord;
    const schemas = this.#schemas(context.isValue ? context.path.slice(0, -1) : context.path);
    const found = schemas.map((schema) => schema.properties?.[key]).find((schema) => schema);
    this.#explanation.textContent = found ? `${key}: ${this.#describe(found)}` : "";
  }

  #describe(schema) {
    return this.#resolved(schema).map((part) => part.description).find((text) => text) ?? "";
  }

  #keys(schemas, siblings) {
    const found = new Map();
    for (const schema of schemas) {
      for (const [name, value] of Object.entries(schema.properties ?? {})) {
        if (siblings.has(name) || found.has(name)) continue;
        found.set(name, { name, isKey: true, description: this.#describe(value) });
      }
    }
    return [...found.values()];
  }

  #values(schemas) {
    const found = new Map();
    for (const schema of schemas) {
      const list = schema.const !== undefined ? [schema.const] : schema.enum ?? [];
      for (const value of list) {
        const name = String(value);
        found.set(name, { name, isKey: false, description: schema.description ?? "" });
      }
      for (const [name, description] of Object.entries(this.#known[schema.format] ?? {})) {
        found.set(name, { name, isKey: false, description });
      }
    }
    return [...found.values()];
  }

  // Returns the schemas of the value at a path of keys, in which "*" is an item of a list.
  #schemas(path) {
    let schemas = this.#resolved(this.#schema);
    for (const key of path) {
      schemas = schemas.flatMap((schema) => {
        if (key === "*") return schema.items ? this.#resolved(schema.items) : [];
        const named = schema.properties?.[key];
        if (named) return this.#resolved(named);
        const patterns = Object.entries(schema.patternProperties ?? {})
          .filter(([pattern]) => new RegExp(pattern, "u").test(key));
        if (patterns.length > 0) return patterns.flatMap(([, value]) => this.#resolved(value));
        return typeof schema.additionalProperties === "object"
          ? this.#resolved(schema.additionalProperties) : [];
      });
    }
    return schemas;
  }

  // Returns a schema and all its alternatives and parts, with references resolved.
  #resolved(schema, depth = 0) {
    if (!schema || typeof schema !== "object" || depth > 12) return [];
    const parts = [schema];
    if (schema.$ref?.startsWith("#/")) {
      const target = schema.$ref.slice(2).split("/").reduce(
        (value, name) => value?.[name.replaceAll("~1", "/").replaceAll("~0", "~")], this.#schema);
      if (target) parts.push(...this.#resolved(target, depth + 1));
    }
    for (const key of ["anyOf", "oneOf", "allOf"]) {
      for (const part of schema[key] ?? []) parts.push(...this.#resolved(part, depth + 1));
    }
    for (const key of ["then", "else"]) parts.push(...this.#resolved(schema[key], depth + 1));
    return parts;
  }
}

// Returns the context of a position in a YAML text: the keys above it, whether it is a value, and the
// word before it. Uses the indentation, and the flow mappings in the line.
export function contextAt(text, position) {
  const lines = text.slice(0, position).split("\n");
  const before = lines.at(-1);
  const whole = before + (/^[^\n:,[\]{}]*/.exec(text.slice(position))?.[0] ?? "");
  const context = {
    line: lines.length - 1, column: before.length, path: [], siblings: new Set(),
    isComment: /(^|\s)#/.test(before.replace(/"[^"]*"|'[^']*'/g, "")),
  };
  let depth = keyColumn(before);
  const path = [];
  for (let index = lines.length - 2; index >= 0 && depth > 0; index -= 1) {
    const match = /^(\s*)((?:- +)*)([^\s#:][^:]*):(\s.*|)$/.exec(lines[index]);
    if (!match) continue;
    const [, space, dashes, key, value] = match;
    const column = space.length + dashes.length;
    if (column < depth && (value.trim() === "" || /^\s+[#&]/.test(value))) {
      if (startsItem(lines, index + 1, column, depth)) path.unshift("*");
      path.unshift(key.trim());
      depth = column;
    } else if (column === depth) {
      context.siblings.add(key.trim());
    }
  }
  const flow = flowPath(before);
  context.path = [...path, ...flow.path];
  context.isValue = flow.isValue;
  context.word = flow.word;
  context.wholeWord = /[^\s:,[\]{}]*$/.exec(whole.trimEnd())?.[0] ?? "";
  return context;
}

// Returns the column at which the keys of a line begin.
function keyColumn(line) {
  return /^\s*(?:- +)*/.exec(line)[0].length;
}

// Returns whether the text below a line, at this depth, is an item of a list.
function startsItem(lines, from, column, depth) {
  for (let index = lines.length - 1; index >= from; index -= 1) {
    const match = /^(\s*)(- +)/.exec(lines[index]);
    if (match && match[1].length >= column && match[0].length <= depth) return true;
  }
  return false;
}

// Returns the context at the end of a line: the keys of open flow mappings, and whether it is a value.
function flowPath(line) {
  const path = [];
  const open = [];
  let key = null;
  let word = "";
  for (const character of line.replace(/^\s*(?:- +)*/, "")) {
    if (character === "{" || character === "[") {
      open.push({ character, key });
      if (key !== null) path.push(key);
      if (character === "[") path.push("*");
      key = null;
      word = "";
    } else if (character === "}" || character === "]") {
      const last = open.pop();
      if (character === "]") path.pop();
      if (last?.key != null) path.pop();
      key = null;
      word = "";
    } else if (character === ",") {
      key = null;
      word = "";
    } else if (character === ":") {
      key = word.trim();
      word = "";
    } else {
      word += character;
    }
  }
  const isValue = key !== null;
  return { path: isValue ? [...path, key] : path, isValue, word: word.trimStart() };
}
