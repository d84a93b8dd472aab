// The server's key. The printed address has it in the fragment, which browsers never send. The key is stored
// for this tab only and removed from the address. A cookie would be sent to every port of the machine.

(() => {
  const name = "moonroute-key";
  const header = "X-Moonroute-Key";
  let key = null;

  /** Reads the key from the address, if present. */
  function take() {
    const [, given] = /^#key=(.*)$/.exec(location.hash) ?? [];
    if (given === undefined) return false;
    key = given;
    try { sessionStorage.setItem(name, key); } catch { /* Without storage, the key is lost on reload. */ }
    history.replaceState(null, "", location.pathname);
    return true;
  }

  if (!take()) {
    try { key = sessionStorage.getItem(name); } catch { /* This browser has no storage. */ }
  }
  // Opening an address with another key in the same tab does not reload the page.
  addEventListener("hashchange", () => { if (take()) location.reload(); });

  const headers = key ? { [header]: key } : {};
  // The first two requests are sent while the modules are loading.
  const early = {};
  for (const path of key ? ["hello", "routes"] : []) {
    early[path] = fetch(`/api/v1/${path}`, { headers });
    early[path].catch(() => {});
  }
  window.moonroute = { key, headers, early };
})();
