/* Frames: what the server sends of a table is put into the page part by part, only what changed, never an older one. */

const tela = document.getElementById("tela");
const texts = new Map(); // the server's last text of each part
const before = [];
const after = [];
let held = []; // the frames that came while a card is dragged
let holding = false;

/** What #estado says: {v, partida, status, eu, vez, lance, titulo, ...}, all text. */
export const state = () => document.getElementById("estado").dataset;

// What this device's clock is behind, in ms: reckoned while the page is fresh, as what it says of the server's time ages with it.
const clockError = state().agora ? Number(state().agora) * 1000 - Date.now() : 0;

/** The time by the server's clock, in ms. */
export const now = () => Date.now() + clockError;

/** Call `first` before and `then` after each frame that is put in; `then` gets the state before it. */
export function onFrame(first, then) {
  if (first) before.push(first);
  if (then) after.push(then);
}

/** Say a refusal or a failure; "" takes it away. */
export function warn(sentence) {
  const aviso = document.getElementById("aviso");
  if (aviso.textContent !== sentence) aviso.textContent = sentence;
}

const SHEETS = CSS.supports("selector(:popover-open)"); // an older browser has no sheets, and takes the selector for an error

/** The sheets that are open, everywhere or within some part. */
export const openSheets = (within = "") => (SHEETS ? [...tela.querySelectorAll(`${within} :popover-open`)] : []);

/** Nothing is swapped until release(). */
export function hold() { holding = true; }
export function release() {
  holding = false;
  const frames = held;
  held = [];
  for (const html of frames) apply(html);
}

// The hidden inputs of a form change with each rendering, what a person sees of it does not; a script sends its own.
const text = (element) => element.outerHTML.replace(/(name="(?:v|lance|sou|csrfmiddlewaretoken)" value=")[^"]*/g, "$1");

for (const part of tela.children) if (part.id && part.id !== "aviso") texts.set(part.id, text(part));

// A date may change what the table looks like without a new version of it.
const age = ({ v, hora }) => 100 * Number(v) + Number(hora);

/** Put a frame in, if it is newer. `answer`: it answers an act of this page. False if the text is no frame at all.
 *  One that begins with "+" lacks the parts that have not changed since the one before it. */
export function apply(html, answer = false) {
  const whole = html[0] !== "+";
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("estado")?.dataset;
  if (!fresh) return false;
  const refusal = [...page.querySelectorAll("#aviso")].map((each) => each.textContent.trim()).find(Boolean) ?? "";
  if (answer || refusal) warn(refusal);
  const old = { ...state() };
  if (!answer && old.sou && fresh.sou && old.sou !== fresh.sou) location.reload(); // this browser is somebody else by now
  if (age(fresh) <= age(old)) return true;
  if (holding) {
    held.push(html);
    return true;
  }
  for (const call of before) call();
  const root = page.getElementById("tela") ?? page.body;
  const parts = [...root.children].filter((part) => part.id && part.id !== "aviso");
  if (whole) for (const id of [...texts.keys()]) if (!page.getElementById(id)) take(id);
  let last = null; // a part that is new comes after the one before it in the frame
  for (const part of parts) {
    const now = text(part);
    const there = document.getElementById(part.id);
    if (!there) add(part, last);
    else if (texts.get(part.id) !== now) swap(there, part);
    texts.set(part.id, now);
    last = document.getElementById(part.id);
  }
  if (tela.className !== fresh.tela) {
    tela.className = fresh.tela;
    scrollTo(0, 0); // another screen begins at its top
  }
  for (const call of after) call(old);
  return true;
}

function take(id) {
  texts.delete(id);
  document.getElementById(id)?.remove();
}

function add(part, last) {
  if (last) last.after(part);
  else tela.prepend(part);
  globalThis.htmx?.process(part);
}

function swap(old, fresh) {
  const kept = remember(old);
  copyAttributes(old, fresh);
  const pieces = [...fresh.children];
  if (old.id === "mesa" && pieces.length === old.children.length) swapPieces([...old.children], pieces);
  else old.replaceChildren(...fresh.childNodes);
  globalThis.htmx?.process(old);
  restore(old, kept);
}

/** The board's plates and cards one by one: a card in flight stays the element it is. */
function swapPieces(old, fresh) {
  fresh.forEach((piece, i) => {
    if (!piece.matches(".jogadas")) {
      if (old[i].outerHTML !== piece.outerHTML) old[i].replaceWith(piece);
      return;
    }
    const key = ({ dataset }) => `${dataset.n} ${dataset.carta} ${dataset.rodada}`;
    const cards = new Map([...old[i].children].map((card) => [key(card), card]));
    for (const card of piece.children) {
      const same = cards.get(key(card));
      if (!same) continue;
      cards.delete(key(card));
      copyAttributes(same, card, ["hidden", "style"]);
    }
    for (const gone of cards.values()) gone.remove();
    const left = new Set([...old[i].children].map(key));
    old[i].append(...[...piece.children].filter((card) => !left.has(key(card))));
  });
}

function copyAttributes(to, from, except = []) {
  for (const { name } of [...to.attributes]) {
    if (!from.hasAttribute(name) && !except.includes(name)) to.removeAttribute(name);
  }
  for (const { name, value } of from.attributes) {
    if (to.getAttribute(name) !== value && !except.includes(name)) to.setAttribute(name, value);
  }
}

/** A selector that finds the same control again after a swap. */
export function keyOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const tag = element.localName;
  const target = element.getAttribute("popovertarget");
  if (target) return `${tag}[popovertarget="${target}"]`;
  if (element.name) return `${tag}[name="${element.name}"][value="${CSS.escape(element.getAttribute("value") ?? "")}"]`;
  return element.type === "submit" ? `#${CSS.escape(element.closest("[id]").id)} ${tag}[type="submit"]` : null;
}

/** What the person has done to a part and the server does not know of. */
function remember(part) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  return {
    focus: focused && keyOf(focused),
    checked: [...part.querySelectorAll("input:checked")].map(keyOf),
    typed: [...part.querySelectorAll("input:not([type=radio], [type=checkbox], [type=hidden])")]
      .filter((input) => input.id && input.value !== input.defaultValue)
      .map((input) => [input.id, input.value, input === focused ? [input.selectionStart, input.selectionEnd] : null]),
    open: [...openSheets(`#${part.id}`), ...part.querySelectorAll("details[open]")]
      .map((element) => [element.id || element.className, element.scrollTop]),
  };
}

function restore(part, kept) {
  for (const key of kept.checked) {
    const input = part.querySelector(key);
    if (input) input.checked = true;
  }
  for (const [id, value, selection] of kept.typed) {
    const input = document.getElementById(id);
    if (!input) continue;
    input.value = value;
    if (selection) {
      input.focus();
      input.setSelectionRange(...selection);
    }
  }
  for (const [name, scroll] of kept.open) {
    const folded = [...part.querySelectorAll("details")];
    const element = document.getElementById(name) ?? folded.find((each) => each.className === name);
    if (!element) continue;
    if (element.popover) element.showPopover();
    else element.open = true;
    element.scrollTop = scroll;
  }
  if (kept.focus) part.querySelector(kept.focus)?.focus({ preventScroll: true });
}
