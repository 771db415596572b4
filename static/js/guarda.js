/* What this browser, or this tab, keeps by itself. Where site data is blocked it is kept as long as the page. */

function store(kind) {
  const memory = new Map();
  const real = (call) => {
    try { return call(window[kind]); } catch { return null; }
  };
  return {
    get: (key) => memory.get(key) ?? real((there) => there.getItem(key)),
    set(key, value) {
      memory.set(key, String(value));
      if (real((there) => [there.setItem(key, value)])) memory.delete(key);
    },
    drop(key) {
      memory.delete(key);
      real((there) => there.removeItem(key));
    },
  };
}

export const device = store("localStorage");
export const tab = store("sessionStorage");
