// Syntax highlighting, with underlined diagnostics.

import { offset } from "./editor.js";
import { make } from "./elements.js";

// A comment, a quoted text, a key, a number, a punctuation mark.
const pattern =
  /(#.*$)|("(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?)|([^\s#\-[\]{},:"'][^\s:,[\]{}]*(?=\s*:(?:\s|$)))|(-?\b\d+(?:\.\d+)?(?:%|mm|px|s|ms)?(?=$|[\s,\]}]))|([-:,[\]{}&*!|>])/gm;
const kinds = ["comment", "string", "key", "number", "mark"];

// Returns coloured nodes for a text, with diagnostics underlined.
export function colored(text, diagnostics) {
  const cuts = diagnostics.map((diagnostic) => ({
    start: offset(text, diagnostic.line, diagnostic.column),
    end: Math.max(
      offset(text, diagnostic.endLine, diagnostic.endColumn),
      offset(text, diagnostic.line, diagnostic.column) + 1),
    diagnostic,
  })).sort((a, b) => a.start - b.start);
  const nodes = [];
  let at = 0;
  const add = (part, kind) => {
    let rest = part;
    while (rest !== "") {
      const cut = cuts.find(({ start, end }) => start < at + rest.length && end > at);
      const length = !cut ? rest.length
        : cut.start > at ? cut.start - at : Math.min(rest.length, cut.end - at);
      const isMarked = cut && cut.start <= at;
      nodes.push(node(rest.slice(0, length), kind, isMarked ? cut.diagnostic : null));
      at += length;
      rest = rest.slice(length);
    }
  };
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    // A comment is at the start of a line or after a space.
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)];
    if (kind === "comment" && match.index > 0 && !/\s/.test(text[match.index - 1])) continue;
    add(text.slice(last, match.index), "");
    add(match[0], kind);
    last = match.index + match[0].length;
  }
  add(text.slice(last), "");
  return nodes;
}

function node(text, kind, diagnostic) {
  if (kind === "" && !diagnostic) return document.createTextNode(text);
  return make("span", diagnostic ? `${kind} ${diagnostic.severity}` : kind, text);
}
