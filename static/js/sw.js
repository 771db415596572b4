/* The service worker: shows notices, keeps how the site looks for when there is no network, and never keeps a table.
   The server puts SITE before this: { files, offline, version, icon }. */

const STORE = `selminha-${SITE.version}`;
const PATIENCE = 3000; // ms for asking whether a notice is still true

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(STORE).then((store) => store.addAll([...SITE.files, SITE.offline])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOlder());
});

async function forgetOlder() {
  const old = (await caches.keys()).filter((name) => name.startsWith("selminha-") && name !== STORE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(SITE.offline)));
  else if (SITE.files.includes(pathname)) event.respondWith(kept(request));
});

async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data));
});

async function show(data) {
  let message;
  try {
    message = data.json();
  } catch {
    message = {};
  }
  const { title = "Selminha", body = "", navigate = "/minhas-mesas", tag = "", lang = "pt-BR" } = message.notification ?? {};
  const news = tag.startsWith("mesa-") ? await present(navigate) : null;
  badge(news?.vezes ?? message.app_badge);
  await self.registration.showNotification(news?.title ?? title, {
    body: news?.body ?? body,
    tag,
    lang,
    icon: SITE.icon,
    silent: news?.vale === false, // it came late: said, but without a sound
    data: { navigate },
  });
}

/** What the table has to tell by now: a push may have waited for hours. */
async function present(navigate) {
  try {
    const answer = await fetch(`${navigate}/aviso`, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok || answer.status === 404 ? await answer.json() : null;
  } catch {
    return null;
  }
}

function badge(count) {
  if (count > 0) self.navigator.setAppBadge?.(count).catch(() => {});
  else if (count === 0) self.navigator.clearAppBadge?.().catch(() => {});
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.navigate ?? "/minhas-mesas"));
});

/** To the open page of that table, or to a new one. */
async function lead(address) {
  const { href, pathname } = new URL(address, location.href);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === pathname);
  if (there) await there.focus();
  else await self.clients.openWindow(href);
}
