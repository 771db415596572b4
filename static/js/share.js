// The invite: COMPARTILHAR where the browser can, COPIAR LINK, and SENTAR; by delegation, since frames replace the buttons.
const page = document.documentElement;
page.classList.add("tem-script");
if (navigator.share) page.classList.add("tem-share");

// The remembered name counts as typed by the visitor, so that a frame, which knows no names, leaves it alone.
const field = document.getElementById("nome");
if (field?.value) {
  const remembered = field.value;
  field.defaultValue = "";
  field.value = remembered;
}

async function share(button) {
  try {
    await navigator.share({ title: button.dataset.titulo, text: button.dataset.texto, url: button.dataset.url });
  } catch (error) {
    if (error.name !== "AbortError") await copy(button.closest("section").querySelector("[data-copiar]"));
  }
}

async function copy(button) {
  const shown = document.getElementById(button.dataset.copiar);
  getSelection().selectAllChildren(shown);
  try {
    await navigator.clipboard.writeText(shown.textContent);
  } catch {
    // Plain http or an in-app browser: the old way, from what is selected.
    if (!document.execCommand("copy")) return;
  }
  const words = button.textContent;
  if (words === button.dataset.feito) return;
  button.textContent = button.dataset.feito;
  setTimeout(() => { button.textContent = words; }, 2500);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-compartilhar], [data-copiar]");
  if (!button) return;
  if ("compartilhar" in button.dataset) share(button);
  else copy(button);
});

// A stranger's socket was opened without the cookie that names the seat: the page opens anew with it.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful && detail.requestConfig.path.endsWith("/sentar")) location.reload();
});
