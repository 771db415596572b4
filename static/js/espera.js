/* Waiting for the table's answer to a claim: the table's socket says that something changed, the page itself says what. */

const NO_SUCH_TABLE = 4404;

const page = document.querySelector("[data-espera]");
const { espera: code, v: version, resposta: claim } = page.dataset;
let tries = 0;

/** Ask the page anew; once the claim is answered show what the answer leads to. */
async function look() {
  try {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    if (answer.redirected) location.replace(answer.url);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-espera]");
    if (fresh && fresh.dataset.resposta !== claim) location.replace(location.pathname);
  } catch {
    // No connection: the socket tries again.
  }
}

function listen() {
  const address = new URL(`/ws/m/${code}?v=${version}`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  socket.onopen = () => {
    tries = 0;
    look();
  };
  socket.onmessage = ({ data }) => data.includes('id="estado"') && look();
  socket.onclose = ({ code: why }) => {
    if (why === NO_SUCH_TABLE) location.reload(); // the page says that there is no such table
    else setTimeout(listen, Math.min(30_000, 1000 * 2 ** tries++));
  };
}

listen();
document.addEventListener("visibilitychange", () => document.hidden || look());
