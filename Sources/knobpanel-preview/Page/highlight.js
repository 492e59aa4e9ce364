// The text in colours, with mistakes underlined.

import { offset } from "./editor.js";

// A comment, a text in quotes, a key, a number, a mark.
const pattern =
  /(#.*$)|("(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?)|([^\s#\-[\]{},:"'][^\s:,[\]{}]*(?=\s*:(?:\s|$)))|(-?\b\d+(?:\.\d+)?(?:%|mm|px|s|ms)?(?=$|[\s,\]}]))|([-:,[\]{}&*!|>])/gm;
const kinds = ["comment", "string", "key", "number", "mark"];

// Nodes for a text: coloured, and underlined where a mistake is.
export function colored(text, mistakes) {
  const cuts = mistakes.map((mistake) => ({
    start: offset(text, mistake.line, mistake.column),
    end: Math.max(
      offset(text, mistake.endLine, mistake.endColumn),
      offset(text, mistake.line, mistake.column) + 1),
    mistake,
  })).sort((a, b) => a.start - b.start);
  const nodes = [];
  let at = 0;
  const add = (part, kind) => {
    let rest = part;
    while (rest !== "") {
      const cut = cuts.find(({ start, end }) => start < at + rest.length && end > at);
      const length = !cut ? rest.length
        : cut.start > at ? cut.start - at : Math.min(rest.length, cut.end - at);
      const isWrong = cut && cut.start <= at;
      nodes.push(node(rest.slice(0, length), kind, isWrong ? cut.mistake : null));
      at += length;
      rest = rest.slice(length);
    }
  };
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    // A comment begins a line or follows a space.
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)];
    if (kind === "comment" && match.index > 0 && !/\s/.test(text[match.index - 1])) continue;
    add(text.slice(last, match.index), "");
    add(match[0], kind);
    last = match.index + match[0].length;
  }
  add(text.slice(last), "");
  return nodes;
}

function node(text, kind, mistake) {
  if (kind === "" && !mistake) return document.createTextNode(text);
  const span = document.createElement("span");
  span.className = mistake ? `${kind} ${mistake.severity}` : kind;
  span.textContent = text;
  return span;
}
