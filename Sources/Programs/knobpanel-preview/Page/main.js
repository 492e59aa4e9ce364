import { Connection } from "./connection.js";
import { PanelCanvas } from "./canvas.js";
import { Touch } from "./touch.js";
import { Options } from "./options.js";
import { Reach } from "./reach.js";
import { Values } from "./values.js";
import { Events } from "./events.js";
import { Arrangement } from "./arrangement.js";
import { Editor } from "./editor.js";

const connection = new Connection();
const canvas = new PanelCanvas(connection);
const editor = new Editor(connection);
const arrangement = new Arrangement(connection, canvas, editor);
new Touch(connection, canvas, arrangement);
new Options(connection, canvas);
new Reach(connection, canvas);
new Values(connection);
new Events(connection);

const title = document.getElementById("title");
connection.on("hello", (message) => {
  title.textContent = message.layout;
  document.title = `${message.layout} – knobpanel`;
});

const errors = document.getElementById("errors");
connection.on("errors", (message) => {
  errors.hidden = message.text === "";
  errors.textContent = message.text;
  errors.classList.toggle("blocking", message.blocking);
});

connection.open();
