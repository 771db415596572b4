/* The talk: lines come by the socket and go by POST. A draft, its caret and the place in the list survive all that happens. */

import { write } from "./datas.js";
import { now, onFrame, state } from "./frame.js";
import { device, tab } from "./guarda.js";

const LONGEST = 300; // letters, counted like the server: code points
const MANY = 250; // from here on the count is shown

const tela = document.getElementById("tela");
const sheet = document.getElementById("conversa");
const list = document.getElementById("falas");
const roll = list.parentElement;
const older = document.getElementById("antigas");
const below = document.getElementById("novas-abaixo");
const form = document.getElementById("dizer");
const field = document.getElementById("texto");
const notice = document.getElementById("dizer-aviso");
const button = document.getElementById("conversa-botao");
const token = document.querySelector("meta[name=csrf]").content;
const key = (name) => `${name} ${tela.dataset.codigo}`;

const lines = () => [...list.querySelectorAll("[data-fala]")];
const number = (line) => Number(line.dataset.fala);
const me = () => (state().eu ? form.dataset.nome : "");
const muted = new Set(JSON.parse(device.get(key("mudos")) ?? "[]"));

/** Whether the lines are before somebody's eyes. */
const seen = () => !document.hidden && getComputedStyle(sheet).display !== "none";
// The list stands on its end (column-reverse): 0 there, less above, and what comes on top moves nothing.
const atEnd = () => roll.scrollTop > -40;

/** What a socket or an answer brings: "c" and some lines, or "C" and all that shall be here. */
export function receive(text) {
  const fresh = document.createElement("template");
  fresh.innerHTML = text.slice(1);
  const end = atEnd();
  const height = roll.scrollHeight;
  const known = new Set(lines().map(number));
  if (text[0] === "C") {
    list.replaceChildren();
    known.clear();
    older.hidden = false;
  }
  let last = 0;
  for (const line of fresh.content.querySelectorAll("[data-fala]")) {
    if (known.has(number(line))) continue;
    insert(line);
    if (line.dataset.nome !== me()) last = number(line);
  }
  dress();
  if (end) toEnd();
  else roll.scrollTop -= roll.scrollHeight - height;
  if (!end && last && seen()) below.hidden = false;
}

/** Where its number puts it, whatever came first. */
function insert(line) {
  const after = lines().findLast((each) => number(each) < number(line));
  if (after) after.after(line);
  else list.prepend(line);
}

/** All that depends on the viewer and on what stands around a line. */
function dress() {
  for (const divider of list.querySelectorAll(".divisa")) divider.remove();
  let match = 0;
  for (const line of lines()) {
    const its = Number(line.dataset.partida);
    if (match && its !== match) line.before(divider());
    match = its;
    line.hidden = muted.has(line.dataset.nome);
    line.classList.toggle("minha", line.dataset.nome === me());
  }
  if (match && match !== Number(state().partida)) list.append(divider());
  const first = lines()[0];
  const last = lines().at(-1);
  if (first) older.firstElementChild.search = `?antes=${number(first)}`;
  if (last) sheet.dataset.ultima = Math.max(number(last), Number(sheet.dataset.ultima));
  write(list, now());
  people();
  count();
}

function divider() {
  const element = document.createElement("li");
  element.className = "divisa";
  element.textContent = "Revanche";
  return element;
}

/** How many lines of others have come since somebody last saw the list; the button says so, nothing else moves. */
function count() {
  if (seen() || device.get(key("lida")) === null) device.set(key("lida"), sheet.dataset.ultima);
  const read = Number(device.get(key("lida")));
  const fresh = lines().filter((line) => number(line) > read && !line.hidden && line.dataset.nome !== me()).length;
  const badge = button.querySelector(".novas");
  badge.hidden = !fresh;
  badge.textContent = fresh > 99 ? "99+" : fresh;
  button.ariaLabel = fresh ? `Conversa, ${fresh} ${fresh === 1 ? "mensagem nova" : "mensagens novas"}` : "Conversa";
}

function toEnd() {
  roll.scrollTop = 0;
  below.hidden = true;
}

/** Who can be muted here, for this browser alone. */
function people() {
  const names = [...new Set(lines().map((line) => line.dataset.nome))].filter((name) => name !== me());
  const box = document.getElementById("silenciar");
  box.hidden = !names.length;
  const there = [...box.querySelectorAll("button")].map((each) => each.dataset.mudo);
  if (there.join("\n") !== names.join("\n")) {
    box.querySelector(".itens").replaceChildren(...names.map((name) => {
      const choice = document.createElement("button");
      Object.assign(choice, { type: "button", className: "botao" });
      choice.dataset.mudo = name;
      return choice;
    }));
  }
  for (const choice of box.querySelectorAll("button")) {
    const off = muted.has(choice.dataset.mudo);
    choice.ariaPressed = String(off);
    choice.textContent = off ? `Ouvir ${choice.dataset.mudo} de novo` : `Silenciar ${choice.dataset.mudo}`;
  }
}

document.getElementById("silenciar").addEventListener("click", ({ target }) => {
  const name = target.closest("[data-mudo]")?.dataset.mudo;
  if (name === undefined) return;
  if (!muted.delete(name)) muted.add(name);
  device.set(key("mudos"), JSON.stringify([...muted]));
  dress();
});

/* Older pages go on top. */

older.addEventListener("click", async (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) return;
    roll.ariaLive = "off"; // old lines are no news
    const page = document.createElement("template");
    page.innerHTML = await answer.text();
    for (const line of [...page.content.querySelectorAll("[data-fala]")].reverse()) if (number(line) < number(lines()[0])) list.prepend(line);
    older.hidden = !answer.headers.get("X-Mais");
    dress();
    setTimeout(() => { roll.ariaLive = "polite"; }, 500);
  } catch {
    tell("Sem conexão: não deu para buscar as mensagens. Tente de novo.");
  }
});

/* Saying something. */

let sent = ""; // the text on its way, or that failed: sent again it keeps its id, so that it is stored once
let id = "";
let busy = false;
let again = false; // somebody writes faster than the line is stored

const count_of = (text) => [...text.split(/\s+/).filter(Boolean).join(" ")].length;
const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function tell(sentence) {
  if (notice.textContent !== sentence) notice.textContent = sentence;
}

async function send() {
  const text = field.value;
  const length = count_of(text);
  again = busy;
  if (busy || !length) return;
  if (length > LONGEST) {
    tell(`Uma mensagem pode ter até ${LONGEST} letras, e esta tem ${length}.`);
    return;
  }
  if (text !== sent) [sent, id] = [text, newId()];
  busy = true;
  form.classList.add("htmx-request");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { "X-CSRFToken": token, "HX-Request": "true" },
      body: new URLSearchParams({ texto: text, lance: id, v: state().v, sou: state().sou }),
      signal: AbortSignal.timeout(10_000),
    });
    const body = await answer.text();
    if (answer.ok) arrived(text, body);
    else if (answer.headers.get("Content-Type")?.startsWith("text/plain")) tell(body);
    else if (answer.status === 403) tell("A página ficou aberta tempo demais: recarregue e envie de novo.");
    else tell("Não deu certo agora, e a mensagem ficou aqui. Tente de novo.");
  } catch {
    tell("Sem conexão: a mensagem ficou aqui. Tente de novo.");
  }
  busy = false;
  form.classList.remove("htmx-request");
  if (again && !notice.textContent) send();
}

/** The server has the line: what was typed since stays. */
function arrived(text, body) {
  tell("");
  sent = "";
  if (field.value.startsWith(text)) field.value = field.value.slice(text.length);
  keep();
  receive(`c${body}`);
  toEnd();
}

/** The draft outlives the page, as long as its tab. */
function keep() {
  tab.set(key("rascunho"), field.value);
  const length = count_of(field.value);
  document.getElementById("texto-conta").textContent = length > MANY ? `${length} de ${LONGEST} letras` : "";
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  send();
});
field.addEventListener("input", () => {
  tell("");
  keep();
});
field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  send();
});
// A tap on ENVIAR leaves the focus, and so a phone's keyboard, in the field.
form.addEventListener("mousedown", (event) => event.target.closest("button") && event.preventDefault());
below.addEventListener("click", toEnd);
roll.addEventListener("scroll", () => atEnd() && (below.hidden = true));

/* The sheet: above the keyboard of a phone, read once it is open. */

function fit() {
  const { height, offsetTop } = visualViewport;
  const hidden = Math.max(0, innerHeight - height - offsetTop);
  sheet.style.setProperty("--teclado", `${Math.round(hidden)}px`);
  sheet.style.setProperty("--tela", `${Math.round(height)}px`);
}

/** Open the sheet, or go to the panel, to write. */
export function open() {
  if (getComputedStyle(sheet).display === "none") sheet.showPopover();
  if (form.hidden) roll.focus();
  else field.focus();
}

sheet.addEventListener("toggle", ({ newState }) => {
  if (newState !== "open") return;
  dress();
  toEnd();
});
document.addEventListener("visibilitychange", count);

function seat() {
  const over = ["expired", "closed"].includes(state().status);
  form.hidden = !state().eu || over;
  sheet.querySelector(".so-le").hidden = !form.hidden;
}

onFrame(null, (old) => {
  if (old.eu !== state().eu || old.status !== state().status) seat();
  if (old.partida !== state().partida || old.eu !== state().eu) dress();
});

visualViewport?.addEventListener("resize", fit);
visualViewport?.addEventListener("scroll", fit);
if (visualViewport) fit();
field.value ||= tab.get(key("rascunho")) ?? "";
keep();
dress();
toEnd();
sheet.dataset.pronta = ""; // before, a line goes as a plain form
