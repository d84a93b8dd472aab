// A worker that all tabs share: one stream for the browser, since it grants a page six connections.
// A browser without shared workers loads the same file into each tab.

const ports = new Set();
const types = ["rows", "stage", "world", "result"];
let source = null;
let status = "connecting";
let last = { world: null, stage: null };
let wait = 0;

function tell(message) {
  for (const port of ports) port.postMessage(message);
}

function setStatus(next) {
  if (status === next) return;
  status = next;
  tell({ type: "status", status });
}

function connect() {
  source?.close();
  source = new EventSource("/api/v1/stream");
  source.onopen = () => {
    wait = 0;
    setStatus("live");
  };
  // The browser waits long before it tries again, and never after a refusal: the worker does it.
  source.onerror = () => {
    source.close();
    setStatus("gone");
    wait = Math.min(wait + 250, 2000);
    setTimeout(connect, wait);
  };
  for (const type of types) {
    source.addEventListener(type, (event) => {
      const data = JSON.parse(event.data);
      if (type in last) last[type] = data;
      tell({ type, data });
    });
  }
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
  if (!source) connect();
}

if ("SharedWorkerGlobalScope" in self) {
  self.onconnect = (event) => welcome(event.ports[0]);
} else {
  welcome(self);
}
