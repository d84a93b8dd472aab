// A worker that all tabs with the same key share: one stream for the browser, which allows a page only six
// connections. Its name is the key. A browser without shared workers loads this file in each tab.

const ports = new Set();
let isBegun = false;
let status = "connecting";
let last = { world: null };
/** The messages about running opens, by number. */
const opens = new Map();
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
  if (type === "steps" && data.end === null) opens.set(data.open, data);
  else if (type === "steps") opens.delete(data.open);
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
    const response = await fetch("/api/v1/stream?events=steps,stage_changes", { headers, cache: "no-store" });
    // Another server must not receive the key again.
    if (response.status === 403) return setStatus("refused");
    if (response.ok) {
      wait = 0;
      opens.clear();
      tell({ type: "opens" });
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
    // The stage changes too often to be kept here: a later tab requests it.
    if (last.world) port.postMessage({ type: "world", data: last.world });
    for (const data of opens.values()) port.postMessage({ type: "steps", data });
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
