// The key of the server. The printed address has it in the fragment, which a browser sends to nobody; it is
// kept for this tab alone, and leaves the address. Cookies would go to every port of the machine.

(() => {
  const name = "moonroute-key";
  const header = "X-Moonroute-Key";
  let key = null;

  /** Takes the key from the address, if it is there. */
  function take() {
    const [, given] = /^#key=(.*)$/.exec(location.hash) ?? [];
    if (given === undefined) return false;
    key = given;
    try { sessionStorage.setItem(name, key); } catch { /* Without storage the key is lost when the page is loaded again. */ }
    history.replaceState(null, "", location.pathname);
    return true;
  }

  if (!take()) {
    try { key = sessionStorage.getItem(name); } catch { /* This browser keeps nothing. */ }
  }
  // An address with a key that is opened in the tab of the page loads nothing by itself.
  addEventListener("hashchange", () => { if (take()) location.reload(); });

  const headers = key ? { [header]: key } : {};
  // The first two answers are on their way while the modules are loaded.
  const early = {};
  for (const path of key ? ["hello", "routes"] : []) {
    early[path] = fetch(`/api/v1/${path}`, { headers });
    early[path].catch(() => {});
  }
  window.moonroute = { key, headers, early };
})();
