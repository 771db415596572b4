/* A table's page: what its parts have to do with each other, requests, title, sound and keys. */

import * as fila from "./fila.js";
import * as foco from "./foco.js";
import { apply, now, onFrame, openSheets, state, warn } from "./frame.js";
import { device, tab } from "./guarda.js";
import * as live from "./live.js";
import * as mao from "./mao.js";

document.documentElement.classList.add("tem-script");
const tela = document.getElementById("tela");

/* Acts: htmx sends the forms; what comes back is a frame. */

const token = document.querySelector("meta[name=csrf]").content;
htmx.config.timeout = 10_000;

tela.addEventListener("htmx:configRequest", ({ detail }) => {
  detail.headers["X-CSRFToken"] = token;
  detail.formData.delete("csrfmiddlewaretoken");
  detail.formData.set("v", state().v);
  detail.formData.set("lance", state().lance);
  detail.formData.set("sou", state().sou);
});

// Not disabled, which would take the focus from whoever uses a keyboard: a repeat is dropped by hx-sync, a key held down here.
tela.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const sending = [...(detail.elt.elements ?? [])].filter((element) => element.type === "submit");
  for (const button of sending) button.ariaDisabled = "true";
  // Not htmx's own events: a frame from the socket may have taken the form away meanwhile, and nobody would hear them.
  for (const failure of ["error", "timeout"]) detail.xhr.addEventListener(failure, unsent);
  detail.xhr.addEventListener("loadend", () => sending.forEach((button) => { button.ariaDisabled = null; }));
});

function unsent() {
  closeSheets();
  warn(live.UNSENT);
  live.doubt();
}

tela.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.matches("button, input")) event.preventDefault();
});

tela.addEventListener("htmx:beforeSwap", ({ detail }) => {
  detail.shouldSwap = false;
  const { status, responseText } = detail.xhr;
  const { sou } = state();
  closeSheets();
  if (apply(responseText, true)) {
    if (state().sou !== sou) live.reconnect();
  } else if (status === 403) warn("A página ficou aberta tempo demais: recarregue e toque de novo.");
  else if (status === 404) warn("Esta mesa não existe mais.");
  else warn("Não deu certo agora, e nada mudou. Tente de novo.");
});

function closeSheets() {
  for (const sheet of openSheets()) if (sheet.id !== "conversa") sheet.hidePopover();
}

tela.addEventListener("click", (event) => {
  if (event.target.closest("[data-fecha]")) closeSheets();
});

/* Whose turn it is, also where the page is not looked at. */

const icon = document.querySelector("link[rel=icon]");

function turn() {
  const { titulo, vez } = state();
  if (document.title !== titulo) document.title = titulo;
  const address = vez ? tela.dataset.iconeVez : tela.dataset.icone;
  if (icon && icon.getAttribute("href") !== address) icon.setAttribute("href", address);
}

/** Keep "há 12 min" true. */
function since() {
  for (const element of tela.querySelectorAll("[data-desde]")) {
    const minutes = Math.floor(now() / 60_000 - Number(element.dataset.desde) / 60);
    const hours = Math.floor(minutes / 60);
    const days = Math.floor(hours / 24);
    const time = days ? `${days} ${days === 1 ? "dia" : "dias"}` : hours ? `${hours} h` : `${minutes} min`;
    const words = minutes < 1 ? "" : `, há ${time}`;
    if (element.textContent !== words) element.textContent = words;
  }
  if (!tela.querySelector("[data-limite]")) return;
  import("./datas.js").then((datas) => datas.write(tela, now()));
}
setInterval(since, 20_000);

/* The talk: its script comes when somebody has written or wants to. */

const conversa = document.getElementById("conversa");
const talk = () => import("./conversa.js");
const read = Number(device.get(`lida ${tela.dataset.codigo}`) ?? conversa.dataset.ultima);

live.onTalk(async (text) => {
  if (text[0] !== "w") (await talk()).receive(text);
  else tela.querySelector("[data-assistem]").textContent = text === "w0" ? "" : `${text.slice(1)} assistindo`;
});
conversa.addEventListener("beforetoggle", talk);
for (const touched of ["focusin", "pointerenter"]) conversa.addEventListener(touched, talk, { once: true });
const kept = device.get(`mudos ${tela.dataset.codigo}`) || tab.get(`rascunho ${tela.dataset.codigo}`);
if (Number(conversa.dataset.ultima) > read || kept) talk();

/* Switches that only this browser knows. */

const on = (name) => device.get(name) ?? (["teclas", "vibra"].includes(name) ? "1" : "");

function switches() {
  for (const button of tela.querySelectorAll("[data-liga]")) {
    button.hidden = button.dataset.liga === "vibra" && !navigator.vibrate;
    button.ariaPressed = String(Boolean(on(button.dataset.liga)));
  }
}

tela.addEventListener("click", (event) => {
  const name = event.target.closest("[data-liga]")?.dataset.liga;
  if (!name) return;
  device.set(name, on(name) ? "" : "1");
  switches();
  if (name === "som") chime();
});

let audio = null;
function chime() {
  if (!on("som")) return;
  audio ??= new AudioContext();
  [[523, 0], [784, 0.12]].forEach(([pitch, at]) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + at;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.3);
  });
}

/* Notices: their script comes when it is needed, and asks only after a move that others do not answer at once. */

const QUIET = 12_000; // ms without any move
const code = tela.dataset.codigo;
let played = false;
let quiet = 0;

async function offer() {
  if (!document.hidden) (await import("./avisos.js")).offer(code);
}

async function notices(old) {
  const mine = old?.vez && !state().vez;
  played ||= mine;
  clearTimeout(quiet);
  if (played && state().espera && !device.get("avisos")) quiet = setTimeout(offer, QUIET);
  if ((old && !mine) || device.get("avisos") !== "1" || document.hidden) return;
  const avisos = await import("./avisos.js");
  avisos.tidy(code);
  avisos.renew();
}
document.addEventListener("visibilitychange", () => notices());

/** "Beto, é a sua vez no Espadas!" to the group, about whoever is waited for now. */
tela.addEventListener("click", (event) => {
  const link = event.target.closest("[data-chamar]");
  if (!link) return;
  const { jogo, url } = link.dataset;
  const { espera } = state();
  const text = espera ? `${espera}, é a sua vez ${jogo}!` : `Nossa mesa ${jogo} está esperando!`;
  link.href = `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`;
  if (!navigator.share) return;
  event.preventDefault();
  navigator.share({ text, url }).catch((error) => error.name !== "AbortError" && window.open(link.href, "_blank", "noopener"));
});

/* Back after a while: what happened since the last look is shown again, and counted in one line. */

const CATCHING_UP = 6_000; // ms after coming back in which frames bring what was missed, unless all of it came before
const seenKey = `visto:${code}`;
let backUntil = 0;

function look(back) {
  const [match, n] = (device.get(seenKey) ?? "").split(" ");
  const newest = fila.last();
  if (document.hidden || !newest) return;
  if (back && match === state().partida && n < newest) {
    fila.replay(Number(n));
    import("./volta.js").then((volta) => volta.tell(Number(n), newest));
  }
  device.set(seenKey, `${state().partida} ${newest}`);
}
document.addEventListener("visibilitychange", () => {
  backUntil = Date.now() + CATCHING_UP; // the socket may have been dead
  look(true);
});
live.onCaughtUp(() => { backUntil = 0; });

/* Keys of one letter: not while typing, not with a sheet open, and they can be switched off. */

const sheet = (id) => () => document.getElementById(id).togglePopover?.();

/** What a key does; a game adds its own. */
export const keys = { u: sheet("ultima"), p: sheet("placar"), c: async () => (await talk()).open() };

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !on("teclas")) return;
  if (event.target.matches("input:not([type=radio], [type=checkbox]), textarea") || openSheets("#folhas").length) return;
  const act = keys[event.key.toLowerCase()];
  if (act) act();
  else if (/^[1-9]$/.test(event.key) && document.querySelector("#vez [form=mao-form]")) mao.raise(Number(event.key) - 1);
  else return;
  event.preventDefault();
});

onFrame(null, (old) => {
  mao.label();
  turn();
  since();
  switches();
  if (state().vez && !old.vez) {
    fila.afterwards(() => {
      chime();
      if (on("vibra") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(15);
    });
  }
  notices(old);
  if (old.vez && !state().vez) backUntil = 0; // my own move is no news
  look(Date.now() < backUntil);
});

foco.start();
mao.start();
fila.start();
live.start();
turn();
since();
switches();
look(true);
notices();
