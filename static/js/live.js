/* The page's socket: hears that the table changed. Acts go by POST and need none of this. */

import { apply, state, warn } from "./frame.js";

const BEAT = 20_000; // ms between heartbeats
const DEADLINE = 8_000; // ms until a missing answer means a dead line
const QUIET = 2_000; // ms of trouble before anybody is told
const NO_SUCH_TABLE = 4404;

const tela = document.getElementById("tela");
const rede = document.getElementById("rede");
let socket = null;
let beat = 0;
let deadline = 0;
let retry = 0;
let trouble = 0;
let tries = 0;
let gone = false;

function open() {
  if (gone || (socket && socket.readyState <= WebSocket.OPEN)) return;
  clearTimeout(retry);
  const address = new URL(`/ws/m/${tela.dataset.codigo}?v=${state().v}`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const mine = (socket = new WebSocket(address));
  expect();
  mine.onopen = mine.onmessage = (event) => {
    if (mine !== socket) return;
    tries = 0;
    well();
    if (event.data && event.data !== "p") apply(event.data);
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
  clearTimeout(trouble);
  trouble = 0;
  rede.textContent = "";
  clearTimeout(beat);
  beat = setTimeout(ping, BEAT);
}

function ping() {
  if (socket?.readyState !== WebSocket.OPEN) return;
  socket.send(`p${state().v}`);
  expect();
}

function ill() {
  trouble ||= setTimeout(() => {
    rede.textContent = navigator.onLine ? "Reconectando…" : "Sem internet. Suas cartas estão guardadas.";
  }, QUIET);
}

/** Get the table by a plain request: works where sockets do not, and while one is on its way. */
async function fetchState() {
  try {
    const answer = await fetch(`${tela.dataset.estado}?desde=${state().v}`, { cache: "no-store" });
    if (answer.status === 200) apply(await answer.text());
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
    socket.send(`p${state().v}`);
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
  open();
  addEventListener("pagehide", drop);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  addEventListener("offline", ill);
  document.addEventListener("visibilitychange", wake);
}
