// A worker that all tabs with the same key share: one stream for the browser, which allows a page only six
// connections. Its name is the key. A browser without shared workers loads this file in each tab.

const ports = new Set();
let isBegun = false;
let status = "connecting";
let last = { world: null, stage: null };
/** The number of the last event; the stream resumes after it. */
let lastID = null;
let wait = 0;

function tell(message) {
  for (const port of ports) port.postMessage(message);
}

function setStatus(next) {
  if (status === next) return;
  status = next;
  tell({ type: "status", status });
}

function take({ type, text, id }) {
  if (id !== null) lastID = id;
  const data = JSON.parse(text);
  if (type in last) last[type] = data;
  tell({ type, data });
}

/** Reads server-sent events; an `EventSource` would be simpler, but it cannot send the key. */
async function read(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let event = { type: "", lines: [], id: null };
  let parts = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const [more, ...begun] = value.split("\n");
    parts.push(more);
    for (const next of begun) {
      const line = parts.join("");
      parts = [next];
      const [, field, text] = /^([^:]*):? ?(.*)$/s.exec(line);
      if (line === "") {
        if (event.type && event.lines.length) take({ ...event, text: event.lines.join("\n") });
        event = { type: "", lines: [], id: null };
      } else if (field === "event") event.type = text;
      else if (field === "data") event.lines.push(text);
      else if (field === "id") event.id = text;
    }
  }
}

async function connect() {
  const headers = { Accept: "text/event-stream", "X-Moonroute-Key": self.name };
  if (lastID !== null) headers["Last-Event-ID"] = lastID;
  try {
    const response = await fetch("/api/v1/stream", { headers, cache: "no-store" });
    // Another server must not receive the key again.
    if (response.status === 403) return setStatus("refused");
    if (response.ok) {
      wait = 0;
      setStatus("live");
      await read(response.body);
    }
  } catch { /* The server is gone. */ }
  setStatus("gone");
  wait = Math.min(wait + 250, 2000);
  setTimeout(connect, wait);
}

function welcome(port) {
  ports.add(port);
  port.postMessage({ type: "status", status });
  if (status === "live") {
    for (const type of ["world", "stage"]) if (last[type]) port.postMessage({ type, data: last[type] });
  }
  port.onmessage = (event) => {
    if (event.data === "leave") ports.delete(port);
  };
  if (!isBegun) connect();
  isBegun = true;
}

if ("SharedWorkerGlobalScope" in self) {
  self.onconnect = (event) => welcome(event.ports[0]);
} else {
  welcome(self);
}
