/* Espadas' hand and bid: JOGAR says which card, and the bid's sum is said in words. */

import { state } from "./frame.js";
import * as mao from "./mao.js";

/** The button says exactly what it will do. */
function jogar() {
  const button = document.getElementById("jogar");
  if (!button) return;
  const card = mao.raised();
  button.textContent = card ? `JOGAR ${card.dataset.curto}` : state().vez ? "ESCOLHA UMA CARTA" : "AGUARDE";
  if (card) button.setAttribute("aria-label", `JOGAR ${card.dataset.curto}: ${card.ariaLabel.split(",")[0]}`);
  else button.removeAttribute("aria-label");
  button.disabled = !(card && mao.mayPlay());
}

/** "Contrato da dupla: 3 + 4 = 7", and the button "APOSTAR 4". */
function bid() {
  const bidding = document.getElementById("aposta");
  if (!bidding) return;
  const chosen = bidding.querySelector(":checked")?.value;
  const { parceiro, nome } = bidding.dataset;
  const button = bidding.querySelector("[type=submit]");
  button.textContent = chosen ? `APOSTAR ${chosen === "0" ? "NIL" : chosen}` : "APOSTAR";
  button.disabled = !chosen;
  document.getElementById("contrato").textContent = contract(parceiro, chosen, nome);
}

function contract(his, mine, name) {
  if (his === "0") {
    if (mine === "0") return `Vocês dois de Nil: a dupla fica sem contrato`;
    return `${name} apostou Nil. Contrato da dupla: ${mine ?? "?"}`;
  }
  if (mine === "0") return `Contrato da dupla: ${his || "?"}, só de ${name}`;
  const sum = his && mine ? ` = ${Number(his) + Number(mine)}` : "";
  return `Contrato da dupla: ${his || "?"} + ${mine ?? "?"}${sum}`;
}

mao.game.play = () => mao.send("jogar");
mao.game.label = () => {
  jogar();
  bid();
};
mao.label();
