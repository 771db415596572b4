/* Focus: when what had it is gone it goes to the next thing to do, and a sheet gives it back to what opened it. Never taken
   from where it still is: whoever writes, or taps only, notices nothing. */

import { afterwards } from "./fila.js";
import { keyOf, onFrame, openSheets } from "./frame.js";

// What there is to do next, the first that can have the focus: at the table, in the waiting room, else what says how it stands.
const NEXT = [
  "#vez :checked", "#vez input", "#mao :checked", "#mao input", "#corpo form button", "#sala-lugares [name=quantos]",
  "#sala-duplas :checked", "#sala-duplas button", ".sala :is(a, button)", "#vez button", "#corpo h2", "h1",
];

const tela = document.getElementById("tela");
let had = null; // what has the focus as a frame comes
let ring = false; // whether it is seen to have it
let given = null; // what has the focus from here, as long as nothing is touched: what turns up may be nearer

const usable = (element) =>
  element.isConnected && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true });

/** Whether nothing has the focus, or nothing that can use it. */
export const lost = () => document.activeElement === document.body || !usable(document.activeElement);

/** `shown`: whether a ring says so, which is for whoever uses a keyboard. */
function give(element, shown) {
  if (element.tabIndex < 0) element.tabIndex = -1; // a heading, a sheet
  element.focus({ preventScroll: true, focusVisible: shown });
}

function next(shown) {
  const inSheet = document.activeElement.closest("[popover]") ?? openSheets()[0];
  if (inSheet || !(lost() || document.activeElement === given)) return; // a sheet gives the focus back by itself
  for (const selector of NEXT) {
    const element = [...tela.querySelectorAll(selector)].find((each) => each.type !== "hidden" && usable(each));
    if (!element) continue;
    give(element, shown);
    given = element;
    return;
  }
}

/* Sheets: by itself a browser leaves the focus in a sheet that another one hides, and gives it back for the first alone. */

const openers = new Map(); // by the id of a sheet: what had the focus before, its part and how to find it there again

function opens(sheet) {
  const at = document.activeElement;
  if (at === document.body || sheet.contains(at)) return;
  openers.set(sheet.id, { at, part: at.closest("#tela > [id]")?.id, key: keyOf(at), shown: at.matches(":focus-visible") });
}

/** One without a button to begin with is read from its top. */
function opened(sheet) {
  if (!lost()) return;
  give(sheet, openers.get(sheet.id)?.shown ?? false);
}

function closed(sheet) {
  const opener = openers.get(sheet.id);
  openers.delete(sheet.id);
  if (!opener || !lost()) return;
  const { at, part, key, shown } = opener;
  const again = at.isConnected || !key ? at : document.getElementById(part)?.querySelector(key);
  if (again && usable(again)) give(again, shown);
}

export function start() {
  onFrame(() => {
    had = tela.contains(document.activeElement) ? document.activeElement : null;
    ring = Boolean(had?.matches(":focus-visible"));
  }, () => {
    const shown = ring;
    const mine = had && had === given;
    if (mine && !lost()) given = document.activeElement; // perhaps drawn anew
    if (mine || (had && !usable(had))) afterwards(() => next(shown)); // a round's board comes when its last cards have been shown
  });
  for (const touch of ["keydown", "pointerdown"]) addEventListener(touch, () => { given = null; }, true);
  tela.addEventListener("beforetoggle", ({ target, newState }) => newState === "open" && target.popover && opens(target), true);
  tela.addEventListener("toggle", ({ target, newState }) => {
    if (target.popover) (newState === "open" ? opened : closed)(target);
  }, true);
}
