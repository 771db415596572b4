/* The own hand: a tap raises, a second tap or a drag to the table plays, in the way of the game whose script says it. */

import { hold, onFrame, openSheets, release, state, warn } from "./frame.js";
import { from } from "./fila.js";
import { lost } from "./foco.js";

const THRESHOLD = 8; // px before a touch is a drag
const LIFT = 24; // px that a dragged card stays above the finger

const tela = document.getElementById("tela");
let wasRaised = false; // whether the touched card was up before this tap
let drag = null; // {card, x, y, id, on}
let swallow = false; // the click that ends a drag is none

const form = () => document.getElementById("mao-form");
export const raised = () => form()?.querySelector(":checked");
export const mayPlay = () => Boolean(state().vez && document.querySelector("#vez [form=mao-form]"));

/** What a game does in its own way: `play(card, drop)` after a second tap (drop null) or a drop on the table at {x, y};
 *  `label()` makes its buttons say what they do. */
export const game = { play() {}, label() {} };

/** Lower whatever is raised. */
export function lower() {
  const card = raised();
  if (card) card.checked = false;
  label();
}

/** Raise the n-th card of the hand, from 0. */
export function raise(n) {
  const card = cards()[n];
  if (!card || refuse(card)) return;
  card.checked = true;
  card.focus();
  label();
}

export function label() { game.label(); }

/** Where renege is prevented the server marks what cannot be played; nothing is known here of any other table. */
function refuse(card) {
  const cannot = card.ariaDisabled === "true";
  if (cannot) warn(form().dataset.motivo);
  return cannot;
}

function play(drop = null) {
  if (mayPlay()) game.play(raised(), drop);
}

/** Play the raised card by the button of that id. */
export function send(id) {
  from(raised().closest(".carta").querySelector(".face").getBoundingClientRect());
  form().requestSubmit(document.getElementById(id));
}

function tapped(event) {
  const card = event.target.closest(".carta");
  if (!card) {
    if (event.target.closest("#mesa") && !event.target.closest("label")) lower();
    return;
  }
  if (event.target.localName === "input") return; // the click that a label passes on
  const input = card.querySelector("input");
  if (swallow || refuse(input)) {
    event.preventDefault();
    swallow = false;
    return;
  }
  warn("");
  if (wasRaised && input.checked) {
    event.preventDefault();
    play();
  }
}

function pressed(event) {
  swallow = false;
  const card = event.target.closest(".carta");
  if (!card || event.button) return;
  const input = card.querySelector("input");
  wasRaised = input.checked;
  if (input.ariaDisabled === "true") return;
  drag = { card, id: event.pointerId, x: event.clientX, y: event.clientY, on: false };
}

function moved(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const x = event.clientX - drag.x;
  const y = event.clientY - drag.y;
  if (!drag.on) {
    if (Math.hypot(x, y) < THRESHOLD) return;
    drag.on = true;
    hold();
    drag.card.querySelector("input").checked = true;
    drag.card.setPointerCapture(drag.id);
    drag.card.classList.add("arrasta");
    label();
  }
  const face = drag.card.querySelector(".face");
  face.style.translate = `${x}px ${y - (event.pointerType === "touch" ? LIFT : 0)}px`;
  tela.toggleAttribute("data-solta", mayPlay() && overTable(event));
}

function overTable({ clientX: x, clientY: y }) {
  const table = document.getElementById("mesa").getBoundingClientRect();
  return y < table.bottom && y > table.top && x > table.left && x < table.right;
}

function letGo(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { card, on } = drag;
  drag = null;
  if (!on) return;
  swallow = event.type === "pointerup";
  tela.removeAttribute("data-solta");
  card.classList.remove("arrasta");
  const dropped = event.type === "pointerup" && overTable(event);
  if (dropped) play({ x: event.clientX, y: event.clientY });
  card.querySelector(".face").style.translate = "";
  release();
}

function keyed(event) {
  if (event.key === "Escape" && !openSheets().length) lower();
}

// Whoever plays by keyboard goes on from the place of the card that was played.
let place = -1;
const cards = () => [...(form()?.querySelectorAll("[name=card]") ?? [])];

function leaving() {
  const at = document.activeElement;
  const playing = at.matches("#vez [form=mao-form]");
  const now = playing ? raised() : at;
  if (cards().includes(now)) place = cards().indexOf(now);
  else if (at !== document.body) place = -1;
}

function arrived() {
  if (place >= 0 && lost()) {
    cards()[Math.min(place, cards().length - 1)]?.focus({ preventScroll: true });
  }
  place = -1;
}

export function start() {
  onFrame(leaving, arrived);
  tela.addEventListener("pointerdown", pressed);
  tela.addEventListener("pointermove", moved);
  tela.addEventListener("pointerup", letGo);
  tela.addEventListener("pointercancel", letGo);
  tela.addEventListener("click", tapped);
  addEventListener("keydown", keyed);
  tela.addEventListener("change", label);
  tela.addEventListener("submit", (event) => {
    if (event.target.id === "mao-form" && !(raised() && mayPlay())) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);
}
