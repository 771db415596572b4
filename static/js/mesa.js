/* A table's page: what its parts have to do with each other, requests, title, sound and keys. */

import * as fila from "./fila.js";
import { apply, onFrame, state, warn } from "./frame.js";
import * as live from "./live.js";
import * as mao from "./mao.js";

const tela = document.getElementById("tela");

/* Acts: htmx sends the forms; what comes back is a frame. */

const token = document.querySelector("meta[name=csrf]").content;
htmx.config.timeout = 10_000;

tela.addEventListener("htmx:configRequest", ({ detail }) => {
  detail.headers["X-CSRFToken"] = token;
  detail.formData.delete("csrfmiddlewaretoken");
  detail.formData.set("v", state().v);
  detail.formData.set("lance", state().lance);
});

const buttons = (form) => [...(form.elements ?? [])].filter((element) => element.type === "submit");

tela.addEventListener("htmx:beforeRequest", ({ detail }) => {
  for (const button of buttons(detail.elt)) button.disabled = true;
  // Not htmx's own events: a frame from the socket may have taken the form away meanwhile, and nobody would hear them.
  for (const failure of ["error", "timeout"]) detail.xhr.addEventListener(failure, unsent);
});

function unsent() {
  closeSheets();
  warn("Sem conexão: não deu para enviar. Tente de novo.");
}

tela.addEventListener("htmx:afterRequest", ({ detail }) => {
  for (const button of buttons(detail.elt)) button.disabled = false;
  mao.label();
  mao.bid();
});

tela.addEventListener("htmx:beforeSwap", ({ detail }) => {
  detail.shouldSwap = false;
  const { status, responseText } = detail.xhr;
  const seat = state().eu;
  closeSheets();
  if (apply(responseText, true)) {
    if (state().eu !== seat && !(state().eu && seat)) live.reconnect();
  } else if (status === 403) warn("A página ficou aberta tempo demais: recarregue e toque de novo.");
  else if (status === 404) warn("Esta mesa não existe mais.");
  else warn("Não deu certo agora, e nada mudou. Tente de novo.");
});

function closeSheets() {
  for (const sheet of tela.querySelectorAll(":popover-open")) sheet.hidePopover();
}

tela.addEventListener("click", (event) => {
  if (event.target.closest("[data-fecha]")) closeSheets();
});

/* Whose turn it is, also where the page is not looked at. */

const icon = document.querySelector("link[rel=icon]");
const clockError = state().agora ? Number(state().agora) * 1000 - Date.now() : 0; // ms that this device is behind

function turn() {
  const { titulo, vez } = state();
  if (document.title !== titulo) document.title = titulo;
  const address = vez ? tela.dataset.iconeVez : tela.dataset.icone;
  if (icon && icon.getAttribute("href") !== address) icon.setAttribute("href", address);
}

/** Keep "há 12 min" true. */
function since() {
  for (const element of tela.querySelectorAll("[data-desde]")) {
    const minutes = Math.floor((Date.now() + clockError) / 60_000 - Number(element.dataset.desde) / 60);
    const [n, unit] = minutes < 60 ? [minutes, "min"] : minutes < 1440 ? [Math.floor(minutes / 60), "h"] : [Math.floor(minutes / 1440), ""];
    const words = minutes < 1 ? "" : `, há ${n} ${unit || (n === 1 ? "dia" : "dias")}`;
    if (element.textContent !== words) element.textContent = words;
  }
}
setInterval(since, 20_000);

/* Switches that only this browser knows. */

const on = (name) => localStorage.getItem(name) ?? (name === "teclas" ? "1" : "");

function switches() {
  for (const button of tela.querySelectorAll("[data-liga]")) {
    button.hidden = false;
    button.ariaPressed = String(Boolean(on(button.dataset.liga)));
  }
}

tela.addEventListener("click", (event) => {
  const name = event.target.closest("[data-liga]")?.dataset.liga;
  if (!name) return;
  localStorage.setItem(name, on(name) ? "" : "1");
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

/* Keys of one letter: not while typing, not with a sheet open, and they can be switched off. */

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !on("teclas")) return;
  if (event.target.matches("input:not([type=radio]), textarea") || tela.querySelector("#folhas :popover-open")) return;
  const sheet = { u: "ultima", p: "placar" }[event.key.toLowerCase()];
  if (sheet) document.getElementById(sheet).togglePopover?.();
  else if (/^[1-9]$/.test(event.key) && document.getElementById("jogar")) mao.raise(Number(event.key) - 1);
  else return;
  event.preventDefault();
});

onFrame(null, (old) => {
  mao.label();
  mao.bid();
  turn();
  since();
  switches();
  if (state().vez && !old.vez) chime();
});

fila.start();
mao.start();
live.start();
turn();
since();
switches();
