// Compares two texts line by line.

import { make } from "./elements.js";

const lineLimit = 2000;

// Returns nodes for the lines that are only in `mine`, with a minus, or only in `theirs`, with a plus.
export function difference(mine, theirs) {
  const left = mine.split("\n").slice(0, lineLimit);
  const right = theirs.split("\n").slice(0, lineLimit);
  // The longest common subsequence.
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      lengths[i][j] = left[i] === right[j]
        ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const nodes = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      i += 1;
      j += 1;
    } else if (j >= right.length || (i < left.length && lengths[i + 1][j] >= lengths[i][j + 1])) {
      nodes.push(make("span", "mine", `− ${left[i]}\n`));
      i += 1;
    } else {
      nodes.push(make("span", "theirs", `+ ${right[j]}\n`));
      j += 1;
    }
  }
  return nodes;
}
