// The requests to the server.

/** A rejection by the server, with its message. */
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
      message: "This tab has no key. Open the whole address that the program printed, including '#key=' and the key.",
    });
  }
  const begun = early[path];
  delete early[path];
  let response;
  try {
    response = await (begun ?? fetch(`/api/v1/${path}`, { ...options, headers: { ...headers, ...options.headers } }));
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new WireError(0, { code: "gone", message: "The server does not respond. Restart it." });
  }
  const body = await response.json().catch(() => null);
  if (response.ok) return body;
  throw new WireError(response.status, body?.error, body);
}

/** Sends a GET request below `/api/v1/`. */
export function get(path, query = {}, signal) {
  const items = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const tail = items.length ? "?" + new URLSearchParams(items) : "";
  return ask(path + tail, { signal, headers: { Accept: "application/json" } });
}

/** Sends a POST request to the server. */
export function post(path, body = {}, signal) {
  return ask(path, {
    method: "POST", signal, body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "X-Moonroute": "1" },
  });
}
