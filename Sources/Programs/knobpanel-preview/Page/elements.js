// Elements of the page.

export function make(tag, className = "", text = "") {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  if (text !== "") element.textContent = text;
  return element;
}

export function makeButton(text, act) {
  const button = make("button", "", text);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}

export function percent(fraction) {
  return `${fraction * 100}%`;
}
