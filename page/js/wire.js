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

async function answer(request) {
  let response;
  try {
    response = await request;
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
  return answer(fetch(`/api/v1/${path}${tail}`, { signal, headers: { Accept: "application/json" } }));
}

/** Tells the server to do something. */
export function post(path, body = {}, signal) {
  return answer(fetch(`/api/v1/${path}`, {
    method: "POST", signal, body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "X-Moonroute": "1" },
  }));
}
