/* The page's socket: hears that the table changed. Acts go by POST and need none of this. */

import { apply, onFrame, state, warn } from "./frame.js";

const BEAT = 20_000; // ms between heartbeats
const DEADLINE = 8_000; // ms until a missing answer means a dead line
const QUIET = 2_000; // ms of trouble before anybody is told
const NO_SUCH_TABLE = 4404;
const BACK = 2_500; // ms that it is told that the line is there again

/** What is said of an act that did not get through, until the line is there again. */
export const UNSENT = "Sem conexão: não deu para enviar. Tente de novo.";

const tela = document.getElementById("tela");
const rede = document.getElementById("rede");
let socket = null;
let beat = 0;
let deadline = 0;
let retry = 0;
let trouble = 0;
let healed = 0;
let tries = 0;
let gone = false;
let hear = () => {};
let caught = () => {};

/** What the page has: version, hour, last line of the talk. */
const seen = () => `${state().v}.${state().hora}.${document.getElementById("conversa").dataset.ultima}`;

/** Call with each message that is no frame: "c" lines of the talk, "C" all of them anew, "w" how many watch. */
export function onTalk(call) { hear = call; }

/** Call whenever the page has just been told that it shows the table as it is. */
export function onCaughtUp(call) { caught = call; }

/** What this page has, and by the first letter whether somebody can see it. */
const has = () => `${document.hidden ? "h" : "p"}${seen()}`;

function open() {
  if (gone || (socket && socket.readyState <= WebSocket.OPEN)) return;
  clearTimeout(retry);
  const address = new URL(`/ws/m/${tela.dataset.codigo}?v=${seen()}`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const mine = (socket = new WebSocket(address));
  expect();
  mine.onopen = mine.onmessage = (event) => {
    if (mine !== socket) return;
    tries = 0;
    well();
    if (event.type === "open") answer();
    if (event.data && "cCw".includes(event.data[0])) hear(event.data);
    else if (event.data && event.data !== "p") pushed(event.data);
  };
  mine.onclose = (event) => {
    if (mine !== socket) return;
    drop();
    if (event.code === NO_SUCH_TABLE) {
      gone = true;
      warn("Esta mesa não existe mais.");
      return;
    }
    ill();
    const wait = Math.min(30_000, 1000 * 2 ** tries++) * (0.5 + Math.random() / 2);
    retry = setTimeout(document.hidden ? open : reach, Math.max(wait, 700));
  };
}

let base = ""; // what the last frame of this socket showed

/** A frame in parts lacks what is as in the frame before it. If the page has got on by an answer meanwhile, it asks for all. */
function pushed(frame) {
  const [v, hora] = [/data-v="(\d+)"/, /data-hora="(\d+)"/].map((mark) => frame.match(mark)?.[1] ?? "");
  const here = `${state().v}.${state().hora}`;
  const before = base;
  base = `${v}.${hora}`;
  if (frame[0] === "+" && Number(v) > Number(state().v) && before !== here) fetchState();
  else apply(frame);
}

/** Forget the present socket, without waiting for its close. */
function drop() {
  clearTimeout(beat);
  clearTimeout(deadline);
  clearTimeout(retry);
  const old = socket;
  socket = null;
  old?.close();
}

/** Something must arrive soon, or the line is dead. */
function expect(patience = DEADLINE) {
  clearTimeout(deadline);
  deadline = setTimeout(() => {
    drop();
    ill();
    reach();
  }, patience);
}

function well() {
  clearTimeout(deadline);
  if (trouble) recovered();
  clearTimeout(beat);
  beat = setTimeout(ping, BEAT);
}

function recovered() {
  clearTimeout(trouble);
  trouble = 0;
  const unsent = () => document.getElementById("aviso").textContent === UNSENT;
  if (unsent()) setTimeout(() => unsent() && warn(""), BACK);
  if (!rede.textContent) return;
  rede.textContent = "De volta.";
  healed = setTimeout(() => { rede.textContent = ""; }, BACK);
}

/** An act did not get through: is the line still there? */
export function doubt() {
  ill();
  if (socket?.readyState === WebSocket.OPEN) ping();
  else reach();
}

function ping() {
  if (socket?.readyState !== WebSocket.OPEN) return;
  socket.send(has());
  expect();
}

/** Say at once that it was seen whenever there is something to know: then no notice is sent of it. */
function answer() {
  const { vez, tela: classes } = state();
  if (document.hidden || socket?.readyState !== WebSocket.OPEN) return;
  if (vez || !/modo-(aposta|jogo)/.test(classes)) socket.send(has());
}

function ill() {
  trouble ||= setTimeout(() => {
    clearTimeout(healed);
    rede.textContent = navigator.onLine ? "Reconectando…" : "Sem internet. Cartas guardadas.";
  }, QUIET);
}

/** Get the table by a plain request: works where sockets do not, and while one is on its way. */
async function fetchState() {
  try {
    const answer = await fetch(`${tela.dataset.estado}?desde=${state().v}.${state().hora}&sou=${state().sou}`, { cache: "no-store" });
    if (answer.status === 200) apply(await answer.text());
    if (answer.ok) caught();
  } catch {
    ill();
  }
}

function reach() {
  open();
  fetchState();
}

/** The page is looked at again, perhaps after hours: the socket may be dead without having said so. */
function wake() {
  if (document.hidden) return;
  if (socket?.readyState === WebSocket.OPEN) {
    socket.send(has());
    expect(3_000);
  } else {
    drop();
    open();
  }
  fetchState();
}

/** A new socket: the present one belongs to whoever this page was before (somebody sat down). */
export function reconnect() {
  drop();
  open();
}

export function start() {
  document.getElementById("parada").remove();
  onFrame(null, answer);
  open();
  addEventListener("pagehide", drop);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  addEventListener("offline", ill);
  document.addEventListener("visibilitychange", wake);
}
