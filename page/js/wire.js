// The wire: what the server is asked and told.

/** What the server said no to, in its own words. */
export class WireError extends Error {
  constructor(status, error, body) {
    super(error?.message ?? `The server answered ${status}.`);
    Object.assign(this, {
      status, code: error?.code ?? "failed", file: error?.file ?? null,
      line: error?.line ?? null, body,
    });
  }
}

const { key, headers, early } = window.moonroute;

async function ask(path, options = {}) {
  if (!key) {
    throw new WireError(403, {
      code: "missing_key",
      message: "This tab has no key. Open the whole address that the program printed in it, with '#key=' and the rest.",
    });
  }
  const begun = early[path];
  delete early[path];
  let response;
  try {
    response = await (begun ?? fetch(`/api/v1/${path}`, { ...options, headers: { ...headers, ...options.headers } }));
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new WireError(0, { code: "gone", message: "The server does not answer. Start it again." });
  }
  const body = await response.json().catch(() => null);
  if (response.ok) return body;
  throw new WireError(response.status, body?.error, body);
}

/** Asks for something below `/api/v1/`. */
export function get(path, query = {}, signal) {
  const items = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const tail = items.length ? "?" + new URLSearchParams(items) : "";
  return ask(path + tail, { signal, headers: { Accept: "application/json" } });
}

/** Tells the server to do something. */
export function post(path, body = {}, signal) {
  return ask(path, {
    method: "POST", signal, body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "X-Moonroute": "1" },
  });
}
