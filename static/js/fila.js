/* The queue: what happened at the table is shown one thing after another. The page is always right already; only the
   cards and bids that were not shown yet wait, and any tap shows them all. */

import { onFrame, state } from "./frame.js";

const FLY = 220; // ms
const GAP = 250;
const HOLD = 1000; // a full trick stays this long
const SWEEP = 350;
const MOST = 8; // more than this is not worth watching

const tela = document.getElementById("tela");
const relato = document.getElementById("relato");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let match = state().partida;
let shown = 0; // the number of the last event shown
let swept = true; // whether its trick, if complete, has left the table
let run = 0; // changes when the queue is cut short
let busy = false;
let told = 0; // the number of the last event told to the log
let origin = null; // where the own card was when it was played
let waiting = []; // what is to be done once all has been shown
const sweepers = []; // who wants to know when cards have gone to a player

const mesa = () => document.getElementById("mesa");
const events = () =>
  [...mesa().querySelectorAll("[data-n]")].map((e) => [Number(e.dataset.n), e]).sort((a, b) => a[0] - b[0]);
const newest = () => events().at(-1)?.[0] ?? 0;
const eventOf = (n) => mesa().querySelector(`[data-n="${n}"]`);
const completes = (n) => Boolean(eventOf(n)?.dataset.leva);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** The own card flies from this rectangle. */
export function from(rect) { origin = rect; }

/** The number of the newest event. */
export const last = () => newest();

/** Show again what came after event `n`, at most the last few; how many those are. */
export function replay(n) {
  const some = events().filter(([each]) => each > n).slice(-MOST);
  if (some.length && !document.hidden) {
    shown = some[0][0] - 1;
    swept = true;
    paint();
    play();
  }
  return some.length;
}

/** Call once all that has happened is shown, at once if it is. */
export function afterwards(call) { waiting.push(call); }

/** Not within a key's own event, whose rest would go to whatever is given the focus now. */
function done() {
  const from = "mostra" in tela.dataset && places();
  delete tela.dataset.mostra;
  if (from) glide(from);
  const calls = waiting;
  waiting = [];
  if (calls.length) setTimeout(() => calls.forEach((call) => call()));
}

/** Call with the event's element and the taker's plate after each sweep. */
export function onSweep(call) { sweepers.push(call); }

/** Show what has been shown, hide what has not. A card lies on the table from its own event (none: from the start) until
 *  the one that takes it, data-ate, is swept. */
function paint() {
  for (const card of mesa().querySelectorAll(".posta")) {
    const until = Number(card.dataset.ate ?? Infinity);
    const stays = Number(card.dataset.n ?? 0) <= shown && (shown < until || (shown === until && !swept));
    card.hidden = !stays;
    card.classList.toggle("vence", stays && shown === until && card.matches(".venceu"));
  }
  for (const [n, element] of events()) if (!element.matches(".posta")) element.classList.toggle("oculta", n > shown);
  for (const count of tela.querySelectorAll("[data-ate][data-antes]")) {
    count.dataset.depois ??= count.textContent;
    const at = Number(count.dataset.ate);
    const ahead = shown < at || (shown === at && !swept && completes(at));
    count.textContent = ahead ? count.dataset.antes : count.dataset.depois;
  }
}

function finish() {
  run++;
  busy = false;
  for (const card of mesa().querySelectorAll(".posta")) for (const flight of card.getAnimations()) flight.cancel();
  shown = Math.max(shown, newest());
  swept = true;
  paint();
  done();
}

/* The board keeps its box while something is shown on it, though the hand or the buttons below it go; its pieces glide. */
let box = null; // before the frame in which it began
let spots = []; // where the pieces were before the frame

const places = () => [...mesa().children].map((piece) => piece.getBoundingClientRect());

function measure() {
  spots = places();
  if (busy) return;
  const { width, height } = mesa().getBoundingClientRect();
  box = { width, height, screen: tela.className };
}

function glide(from) {
  places().forEach((to, i) => {
    const [x, y] = [from[i]?.x - to.x, from[i]?.y - to.y];
    if (!(from[i]?.width && to.width) || (!x && !y)) return;
    animate(mesa().children[i], [{ translate: `${x}px ${y}px` }, { translate: "0 0" }], FLY);
  });
}

function keep() {
  const same = box.screen === tela.className || /modo-(quadro|fim)/.test(tela.className);
  for (const side of ["width", "height"]) tela.style.setProperty(`--mesa-${side}`, same ? `${box[side]}px` : "none");
}

async function play() {
  if (busy) return;
  busy = true;
  tela.dataset.mostra = "";
  const mine = ++run;
  const cut = () => mine !== run;
  while (!cut()) {
    if (completes(shown) && !swept) {
      await sleep(HOLD);
      if (cut()) return;
      await sweep();
      if (cut()) return;
      swept = true;
      paint();
    }
    const next = events().find(([n]) => n > shown);
    if (!next) break;
    shown = next[0];
    swept = false;
    paint();
    if (next[1].matches(".posta")) await fly(next[1]);
    else await grow(next[1]);
    if (!cut() && !completes(shown)) await sleep(calm.matches ? GAP / 2 : GAP);
  }
  if (cut()) return;
  busy = false;
  done();
}

/** From its owner's plate, or the own hand, to its place. */
async function fly(card) {
  const mine = card.dataset.lugar === state().eu;
  const start = (mine && origin) || mesa().querySelector(`.lugar-${card.dataset.lugar}`).getBoundingClientRect();
  if (mine) origin = null;
  const end = card.getBoundingClientRect();
  const x = start.x + start.width / 2 - end.x - end.width / 2;
  const y = start.y + start.height / 2 - end.y - end.height / 2;
  await animate(card, [{ translate: `${x}px ${y}px`, scale: mine ? 1 : 0.5 }, { translate: "0 0", scale: 1 }], FLY);
}

async function grow(bid) {
  await animate(bid, [{ scale: 1.35 }, { scale: 1 }], FLY);
}

/** The cards go to whoever took them. */
async function sweep() {
  const event = eventOf(shown);
  const plate = event && mesa().querySelector(`.lugar-${event.dataset.leva}`)?.getBoundingClientRect();
  if (!plate) return;
  const cards = [...mesa().querySelectorAll(`.posta[data-ate="${shown}"]`)];
  await Promise.all(cards.map((card) => {
    const at = card.getBoundingClientRect();
    const x = plate.x + plate.width / 2 - at.x - at.width / 2;
    const y = plate.y + plate.height / 2 - at.y - at.height / 2;
    return animate(card, [{}, { translate: `${x}px ${y}px`, scale: 0.4, opacity: 0 }], SWEEP);
  }));
  for (const call of sweepers) call(event, plate);
}

async function animate(element, keyframes, duration) {
  if (calm.matches) return;
  await element.animate(keyframes, { duration, easing: "ease-out" }).finished.catch(() => {});
}

/** One sentence for each event; those of a burst together. */
let sentences = [];
let soon = 0;
function tell() {
  for (const [n, element] of events()) {
    if (n <= told) continue;
    sentences.push(element.dataset.fala ?? `${element.getAttribute("aria-label")}.`);
    if (element.dataset.leva && !element.dataset.fala) sentences.push(`${nameAt(element.dataset.leva)} levou a mão.`);
  }
  told = Math.max(told, newest());
  clearTimeout(soon);
  soon = setTimeout(() => {
    if (!sentences.length) return;
    const turn = state().vez ? (document.querySelector("#situacao .diz") ?? document.getElementById("situacao")).textContent : "";
    const line = document.createElement("p");
    line.textContent = [...sentences, turn].join(" ").replace(/\s+/g, " ").trim();
    sentences = [];
    relato.append(line);
    while (relato.children.length > 20) relato.firstChild.remove();
  }, 600);
}
const nameAt = (seat) => mesa().querySelector(`.lugar-${seat} .nome`)?.textContent.trim() ?? "";

function arrived() {
  if (state().partida !== match) {
    match = state().partida;
    shown = told = 0;
    swept = true;
  }
  tell();
  keep();
  const fresh = events().filter(([n]) => n > shown).length;
  if (document.hidden || (!fresh && !busy)) finish();
  else if (fresh > MOST) replay(shown);
  else {
    paint();
    play();
  }
  glide(spots);
}

export function start() {
  shown = told = newest();
  paint();
  onFrame(measure, arrived);
  addEventListener("pointerdown", () => busy && finish(), true);
  addEventListener("keydown", () => busy && finish(), true);
  document.addEventListener("visibilitychange", () => document.hidden && finish());
}
