/* Dates in the viewer's own zone: until when somebody has time, when a line was written. The instants are the server's. */

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const part = (at, options) => new Intl.DateTimeFormat("pt-BR", options).format(at);
const clock = (at) => part(at, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).replace(":", "h").replace(/^0/, "");

/** How many midnights lie between two instants. */
function days(at, now) {
  const midnight = (instant) => new Date(new Date(instant).setHours(0, 0, 0, 0));
  return Math.round((midnight(at) - midnight(now)) / DAY);
}

/** "hoje às 21h10", "amanhã às 7h14", "quinta à 1h05", "12/11 às 21h10": an instant in ms. */
export function date(at, now) {
  const away = days(at, now);
  const near = { "-1": "ontem", 0: "hoje", 1: "amanhã" }[away];
  const week = Math.abs(away) < 7 && part(at, { weekday: "long" }).replace("-feira", "");
  const time = clock(at);
  return `${near ?? (week || part(at, { day: "2-digit", month: "2-digit" }))} ${/^[01]h/.test(time) ? "à" : "às"} ${time}`;
}

/** "faltam 38 h", "falta 1 min", rounded up, in ms; "" once it is over. */
export function left(ms) {
  if (ms <= 0) return "";
  const minutes = Math.ceil(ms / MINUTE);
  const hours = Math.ceil(minutes / 60);
  const [n, unit] = minutes < 60 ? [minutes, "min"] : hours <= 48 ? [hours, "h"] : [Math.ceil(hours / 24), "dias"];
  return `${n === 1 ? "falta" : "faltam"} ${n} ${unit}`;
}

/** Write every date in `root` as it is to be read at `now` (ms, by the server's clock). */
export function write(root, now) {
  for (const time of root.querySelectorAll("[data-limite]")) {
    const at = Number(time.dataset.limite) * 1000;
    const rest = left(at - now);
    put(time, `${time.dataset.antes ?? ""}${date(at, now)}${rest && ` (${rest.replaceAll(" ", "\u00a0")})`}`);
  }
  for (const time of root.querySelectorAll("[data-quando]")) {
    const at = Number(time.dataset.quando) * 1000;
    put(time, days(at, now) ? date(at, now) : clock(at));
  }
}

function put(time, words) {
  if (time.textContent !== words) time.textContent = words;
}
