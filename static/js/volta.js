/* The line about what happened while nobody looked at the page. Comes only when there is something to say. */

const READ = 5_000; // ms that the line stays

const round = (n) => Math.floor(n / 100);
let leaving = 0;

/** Events after number `n` up to number `newest` were missed. */
export function tell(n, newest) {
  const count = newest - n;
  const words =
    round(n) !== round(newest) ? "Outra rodada começou"
    : count === 1 ? "1 jogada desde a última visita"
    : `${count} jogadas desde a última visita`;
  document.getElementById("volta")?.remove();
  const line = document.createElement("p");
  line.id = "volta";
  line.role = "status";
  const skip = document.createElement("button"); // any tap skips; this one says so
  skip.type = "button";
  skip.className = "botao";
  skip.textContent = "PULAR";
  line.append(words, skip);
  document.getElementById("rede").after(line);
  clearTimeout(leaving);
  leaving = setTimeout(() => line.remove(), READ);
}
