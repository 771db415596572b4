/* Notices in this browser: asking, subscribing, and clearing away what was shown. Comes only when it is needed. */

import { device } from "./guarda.js";

const KNOWN = "avisos"; // "1": they come to this browser; "0": asked, and not wanted

/** The worker registers when somebody wants notices or has installed the site, never before. */
const register = () => navigator.serviceWorker.register("/sw.js");
const possible = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const installed = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
const apple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac OS/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const inside = /FBA[NV]|Instagram|WhatsApp|Line\/|; wv\)/.test(navigator.userAgent); // another app's own browser

async function send(path, fields, token) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { Accept: "application/json", "X-CSRFToken": token },
    body: new URLSearchParams(fields),
  });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.aviso ?? "");
  return said;
}

const tokenOf = (section) => section?.dataset.csrf ?? document.querySelector("meta[name=csrf]")?.content ?? "";

/** Subscribe this browser with the site's key, and tell the site. */
async function subscribe(key, token) {
  const registration = await register();
  await navigator.serviceWorker.ready;
  let subscription = await registration.pushManager.getSubscription();
  if (subscription && encoded(subscription.options.applicationServerKey) !== key) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const zona = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  const { aparelho } = await send("/avisos/assinar", { endpoint, p256dh: keys.p256dh, auth: keys.auth, zona }, token);
  device.set(KNOWN, "1");
  device.set("aparelho", aparelho);
  device.set("endereco", endpoint);
}

function encoded(buffer) {
  if (!buffer) return "";
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/* A section with data-avisos: exactly one of its parts is shown. */

function say(section, what) {
  for (const part of section.querySelectorAll("[data-quando]")) part.hidden = part.dataset.quando !== what;
}

const wanted = () => device.get(KNOWN) === "1" && possible && Notification.permission === "granted";

function situation() {
  if (wanted()) return "pronto";
  if (possible) return Notification.permission === "denied" ? "negado" : "pergunta";
  if (inside) return "navegador";
  return apple && !installed ? "pergunta" : "impossivel";
}

async function ask(section) {
  if (!possible) {
    say(section, apple ? "iphone" : "impossivel");
    return;
  }
  const permission = await Notification.requestPermission();
  if (permission !== "granted") {
    say(section, permission === "denied" ? "negado" : "pergunta");
    return;
  }
  try {
    await subscribe(section.dataset.chave, tokenOf(section));
    section.querySelector("[data-dito]").textContent = "";
    say(section, "pronto");
  } catch (error) {
    const why = section.querySelector("[data-porque]");
    why.dataset.sempre ??= why.textContent;
    why.textContent = (error.constructor === Error && error.message) || why.dataset.sempre;
    say(section, "erro");
  }
}

async function attempt(section) {
  const said = section.querySelector("[data-dito]");
  try {
    said.textContent = (await send("/avisos/testar", { aparelho: device.get("aparelho") }, tokenOf(section))).dito;
  } catch (error) {
    said.textContent = error.message || "Não deu certo agora.";
  }
}

function serve(section) {
  const atTable = section.id === "oferta";
  const close = () => (atTable ? section.remove() : say(section, situation()));
  section.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if ("avisar" in button.dataset) ask(section);
    else if ("testar" in button.dataset) attempt(section);
    else if ("fechar" in button.dataset) close();
    else if ("agoraNao" in button.dataset) {
      device.set(KNOWN, "0");
      close();
    }
  });
  if (!atTable) for (const button of section.querySelectorAll("[data-fechar], [data-agora-nao]")) button.hidden = true;
  say(section, situation());
}

/** At a table, after the first move, when nobody plays on at once. */
export async function offer(code) {
  const what = situation();
  if (device.get(KNOWN) || document.getElementById("oferta") || (what !== "pergunta" && what !== "navegador")) return;
  const answer = await fetch(`/avisos/oferta?mesa=${code}`, { cache: "no-store" });
  if (!answer.ok || document.getElementById("oferta")) return;
  const place = document.querySelector("#tela > .so-pagina");
  place.insertAdjacentHTML("beforeend", await answer.text());
  const section = document.getElementById("oferta");
  if (!section.dataset.chave) {
    section.remove();
    return;
  }
  serve(section);
  const call = document.querySelector("#folha-menu [data-chamar]")?.cloneNode();
  if (!call) return;
  call.className = "botao quieto largo";
  call.textContent = "ou chame no grupo";
  section.querySelector("[data-quando=pergunta]").append(call);
}

/** At a table that is looked at: its notice has done its work; and what the browser has lost is made good. */
export async function tidy(code) {
  const registration = possible && (await navigator.serviceWorker.getRegistration());
  if (!registration) return;
  const notices = await registration.getNotifications({ tag: `mesa-${code}` });
  if (!document.hidden) for (const notice of notices) notice.close();
}

/** Count anew at how many tables it is my turn; subscribe again if the browser or the site has changed its address, or
 *  this browser has become another player. One that was removed, here or elsewhere, may be asked again. */
export async function renew() {
  const answer = await fetch(`/avisos/conta?aparelho=${device.get("aparelho") ?? ""}`, { cache: "no-store" });
  if (!answer.ok) return;
  const { vezes, chave, aparelho } = await answer.json();
  badge(vezes);
  if (!wanted() || !chave) return;
  if (!aparelho) {
    await forget();
    return;
  }
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  const same = subscription?.endpoint === device.get("endereco") && aparelho === "meu";
  const token = tokenOf(document.querySelector("[data-csrf]"));
  if (token && !(same && encoded(subscription.options.applicationServerKey) === chave)) await subscribe(chave, token).catch(() => {});
}

async function forget() {
  for (const key of [KNOWN, "aparelho", "endereco"]) device.drop(key);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function badge(count) {
  if (count) navigator.setAppBadge?.(count).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

/* On the pages that name it by themselves. */

for (const section of document.querySelectorAll("[data-avisos]")) {
  serve(section);
  if (wanted()) renew().then(() => say(section, situation()));
}

// A device that is removed here forgets its own subscription, too.
document.addEventListener("submit", (event) => {
  const here = event.submitter?.matches("[data-remove]") && event.target.elements.aparelho.value;
  if (here && here === device.get("aparelho") && possible) forget();
});

// Signing out the other devices leaves this one's notices.
for (const field of document.querySelectorAll("[data-endereco]")) field.value = device.get("endereco") ?? "";

const counted = document.querySelector("[data-vezes]");
if (counted) {
  badge(Number(counted.dataset.vezes));
  if (installed && "serviceWorker" in navigator) register().catch(() => {});
}
