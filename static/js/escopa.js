/* Escopa's hand: which table cards make 15 with the raised one, the running sum in words, LEVAR, DEIXAR NA MESA, and the
   question where a card that makes 15 is dropped. Only the own hand and the public table are looked at. */

import * as fila from "./fila.js";
import { onFrame, state, warn } from "./frame.js";
import * as mao from "./mao.js";
import { keys } from "./mesa.js";

const FIFTEEN = 15;
const FIGURES = { A: 1, Q: 8, J: 9, K: 10 };
const SHOUT = 900; // ms

const tela = document.getElementById("tela");
const by = (id) => document.getElementById(id);
const value = (input) => FIGURES[input.value[0]] ?? Number(input.value[0]);
const total = (inputs) => inputs.reduce((sum, input) => sum + value(input), 0);
const boxes = () => [...by("mesa").querySelectorAll("input")];
let touched = []; // cards of the table in the order in which they were marked
const marks = () => boxes().filter((box) => box.checked).sort((a, b) => touched.indexOf(a.value) - touched.indexOf(b.value));

/** Whether some of these cards sum so much: bit n of the number says that n can be reached. */
const reach = (cards, sum) => sum >= 0 && Boolean((cards.reduce((bits, card) => (bits | (bits << value(card))) & 0xffff, 1) >> sum) & 1);

/** The sets of these cards that sum so much, at most `most`. */
function sets(cards, sum, most) {
  if (!sum) return [[]];
  const found = [];
  cards.forEach((card, i) => {
    const others = cards.slice(i + 1);
    if (found.length >= most || !reach(others, sum - value(card))) return;
    for (const rest of sets(others, sum - value(card), most)) found.push([card, ...rest]);
  });
  return found.slice(0, most);
}

/** "7 + 5 + 3 = 15" */
const addition = (inputs) => `${inputs.map(value).join(" + ")} = ${total(inputs)}`;

/** The card of the left 15 where what goes with it is marked on the table: there are too many sets for a button each. */
const left = () => boxes().find((box) => box.value === by("quinze-form")?.dataset.deixada);

/** Light the table for the raised card, else for the left 15; say the sum, and let the buttons be what they can do. */
function label() {
  const claimed = left();
  const others = marks().filter((box) => box !== claimed);
  if (claimed) by("quinze-levar").disabled = total([claimed, ...others]) !== FIFTEEN;
  const card = mao.raised() ?? claimed;
  const chosen = card === claimed ? others : marks();
  const rest = card ? FIFTEEN - total([card, ...chosen]) : -1;
  const free = boxes().filter((box) => !box.checked && box !== card);
  for (const box of boxes()) {
    const lit = free.includes(box) && reach(free.filter((other) => other !== box), rest - value(box));
    box.closest(".posta").classList.toggle("acesa", lit);
    box.closest(".posta").classList.toggle("deixada", box === card);
  }
  if (!by("soma")) return;
  const possible = reach(free, rest);
  by("soma").textContent = card && (card !== claimed || chosen.length) ? sum(card, chosen, rest, possible) : "";
  if (!by("levar")) return;
  const raised = mao.raised();
  by("levar").disabled = !(raised && chosen.length);
  by("deixar").disabled = !raised;
  by("deixar").classList.toggle("primario", Boolean(raised) && !chosen.length && !possible);
}

function sum(card, chosen, rest, possible) {
  if (!chosen.length) return possible ? "Faz 15 com as cartas acesas." : "Não faz 15 com a mesa.";
  const words = addition([card, ...chosen]);
  if (!rest) return `${words} ✓`;
  return rest > 0 ? `${words} · ${rest === 1 ? "falta" : "faltam"} ${rest}` : `${words}: passou de 15`;
}

/** A second tap on the raised card, or its drop on the table: LEVAR what is marked, else only what cannot be a slip. */
function play(card, drop) {
  const possible = sets(boxes(), FIFTEEN - value(card), 2);
  if (marks().length) mao.send("levar");
  else if (!possible.length) mao.send("deixar");
  else if (drop) ask(possible, drop);
  else warn("Essa carta faz 15: marque as que quer levar, ou toque em DEIXAR NA MESA.");
}

/** Two buttons where the card was dropped; with only one set to take, the first takes it. */
function ask(possible, { x, y }) {
  const sheet = by("pergunta");
  const [only] = possible.length === 1 ? possible : [];
  by("pergunta-levar").textContent = only ? `LEVAR ${only.map((box) => box.dataset.curto).join(" ")}` : "ESCOLHER O QUE LEVAR";
  by("pergunta-levar").onclick = () => {
    sheet.hidePopover();
    for (const box of only ?? []) box.checked = true;
    label();
    if (only) mao.send("levar");
  };
  setTimeout(() => { // the end of the drag is no tap beside the sheet
    sheet.showPopover();
    const { width, height } = sheet.getBoundingClientRect();
    sheet.style.left = `${Math.max(8, Math.min(x - width / 2, innerWidth - width - 8))}px`;
    sheet.style.top = `${Math.max(8, Math.min(y - height / 2, innerHeight - height - 8))}px`;
    by("pergunta-levar").focus();
  });
}

tela.addEventListener("change", ({ target }) => {
  if (target.name !== "take[]") return;
  touched = [...touched.filter((card) => card !== target.value), target.value];
  warn("");
}, true);

/* Sending: a wrong sum is said here and goes nowhere; the server would refuse it alike. */

let leaving = false;

tela.addEventListener("submit", (event) => {
  if (event.target.id !== "mao-form") return;
  leaving = event.submitter?.id !== "levar";
  const cards = [mao.raised(), ...marks()];
  if (leaving || (cards.length > 1 && total(cards) === FIFTEEN)) {
    fila.from(cards[0].closest(".carta").querySelector(".face").getBoundingClientRect());
    return;
  }
  warn(cards.length > 1 ? `${addition(cards)}: não soma 15. Nada foi jogado.` : "Marque as cartas da mesa que quer levar.");
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

tela.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt.id === "mao-form" && leaving) detail.formData.delete("take[]");
  if (detail.elt.id !== "quinze-form") return;
  const claimed = left();
  for (const box of marks()) if (box !== claimed) detail.formData.append("take[]", box.value);
});

/* Marks survive what the others do, unless they touch the marked cards. */

let before = [];

onFrame(() => { before = marks().map((box) => box.value); }, (old) => {
  for (const input of by("mesa").querySelectorAll("[data-ate] input")) input.remove();
  const lost = before.some((card) => !boxes().some((box) => box.value === card));
  const played = old.vez && !state().vez;
  if (lost || played) for (const box of marks()) box.checked = false;
  if (lost && !old.vez && mao.raised()) warn("A mesa mudou: escolha de novo.");
  label();
});

fila.onSweep((event, plate) => {
  if (!event.dataset.grito) return;
  const shout = document.createElement("strong");
  shout.className = "grito";
  shout.ariaHidden = "true";
  shout.textContent = event.dataset.grito;
  tela.append(shout);
  const half = shout.offsetWidth / 2 + 8;
  shout.style.left = `${Math.max(half, Math.min(plate.x + plate.width / 2, innerWidth - half))}px`;
  shout.style.top = `${Math.max(40, plate.y + plate.height / 2)}px`;
  setTimeout(() => shout.remove(), SHOUT);
});

mao.game.play = play;
mao.game.label = label;
keys.l = () => by("levar")?.click();
keys.d = () => by("deixar")?.click();
label();
