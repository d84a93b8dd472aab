// Speaks the Language Server Protocol with `moonroute lsp`; requires only Visual Studio Code.
"use strict";

const { spawn } = require("child_process");
const vscode = require("vscode");

const selector = { language: "lua" };

/** A connection to the server: requests, notifications, and messages that come unasked. */
class Connection {
  constructor(command, onNotification, onEnd) {
    this.pending = new Map();
    this.lastId = 0;
    this.buffer = Buffer.alloc(0);
    this.onNotification = onNotification;
    this.process = spawn(command, ["lsp"], { stdio: ["pipe", "pipe", "ignore"] });
    this.process.stdout.on("data", (data) => this.read(data));
    this.process.stdin.on("error", () => {});
    this.process.on("error", (error) => {
      onEnd(error);
      this.end();
    });
    this.process.on("exit", () => this.end());
  }

  end() {
    this.hasEnded = true;
    for (const { reject } of this.pending.values()) reject(new Error("The server has ended."));
    this.pending.clear();
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  request(method, params) {
    if (this.hasEnded) return Promise.reject(new Error("The server has ended."));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const end = this.buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = /content-length: *(\d+)/i.exec(this.buffer.toString("ascii", 0, end));
      if (!length) return;
      const start = end + 4;
      if (this.buffer.length < start + Number(length[1])) return;
      const text = this.buffer.toString("utf8", start, start + Number(length[1]));
      this.buffer = this.buffer.subarray(start + Number(length[1]));
      this.take(JSON.parse(text));
    }
  }

  take(message) {
    if (message.method) {
      if (message.id !== undefined) this.send({ id: message.id, result: null });
      this.onNotification(message.method, message.params);
      return;
    }
    const waiting = this.pending.get(message.id);
    if (!waiting) return;
    this.pending.delete(message.id);
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  }
}

const toPosition = (p) => new vscode.Position(p.line, p.character);
const toRange = (r) => new vscode.Range(toPosition(r.start), toPosition(r.end));
const toLocation = (l) => new vscode.Location(vscode.Uri.parse(l.uri), toRange(l.range));
const fromRange = (r) => ({ start: fromPosition(r.start), end: fromPosition(r.end) });
const fromPosition = (p) => ({ line: p.line, character: p.character });

function toEdit(edit) {
  const result = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries((edit && edit.changes) || {})) {
    for (const { range, newText } of edits) {
      result.replace(vscode.Uri.parse(uri), toRange(range), newText);
    }
  }
  return result;
}

function toSymbol(item) {
  const symbol = new vscode.DocumentSymbol(
    item.name,
    item.detail || "",
    item.kind - 1,
    toRange(item.range),
    toRange(item.selectionRange),
  );
  symbol.children = (item.children || []).map(toSymbol);
  return symbol;
}

function toCompletion(item) {
  const result = new vscode.CompletionItem(item.label, item.kind - 1);
  result.detail = item.detail;
  result.sortText = item.sortText;
  result.filterText = item.filterText;
  result.range = toRange(item.textEdit.range);
  const text = item.textEdit.newText;
  result.insertText = item.insertTextFormat === 2 ? new vscode.SnippetString(text) : text;
  return result;
}

function toDiagnostic(item) {
  const result = new vscode.Diagnostic(toRange(item.range), item.message, item.severity - 1);
  result.code = item.code;
  result.source = item.source;
  result.tags = item.tags;
  result.relatedInformation = (item.relatedInformation || []).map(
    (r) => new vscode.DiagnosticRelatedInformation(toLocation(r.location), r.message),
  );
  return result;
}

let connection;
const lensesChanged = new vscode.EventEmitter();

exports.activate = async function (context) {
  const settings = vscode.workspace.getConfiguration("moonroute");
  const diagnostics = vscode.languages.createDiagnosticCollection("moonroute");
  context.subscriptions.push(diagnostics);
  const command = settings.get("command", "moonroute");
  connection = new Connection(
    command,
    (method, params) => {
      if (method === "textDocument/publishDiagnostics") {
        diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(toDiagnostic));
      } else if (method === "window/showMessage") {
        const show = params.type <= 2 ? "showWarningMessage" : "showInformationMessage";
        vscode.window[show](params.message);
      } else if (method === "workspace/codeLens/refresh") {
        lensesChanged.fire();
      }
    },
    (error) => vscode.window.showErrorMessage(`moonroute: '${command}' does not start: ${error.message}`),
  );
  const answer = await connection.request("initialize", {
    processId: process.pid,
    initializationOptions: {
      lua: settings.get("lua", "router"),
      diff: settings.get("diff", ""),
    },
    capabilities: {
      textDocument: { completion: { completionItem: { snippetSupport: true } } },
      workspace: { codeLens: { refreshSupport: true } },
    },
  });
  connection.notify("initialized", {});
  followDocuments(context);
  provide(context, answer.capabilities);
};

exports.deactivate = async function () {
  if (!connection) return;
  await connection.request("shutdown", null).catch(() => {});
  connection.notify("exit", null);
};

function followDocuments(context) {
  const isLua = (document) => document.languageId === "lua";
  const open = (document) => {
    if (!isLua(document)) return;
    const { version } = document;
    const text = document.getText();
    connection.notify("textDocument/didOpen", {
      textDocument: { uri: document.uri.toString(), languageId: "lua", version, text },
    });
  };
  const identifier = (document) => ({ uri: document.uri.toString(), version: document.version });
  const watcher = vscode.workspace.createFileSystemWatcher("**/{*.lua,.moonroute.json}");
  const changed = () => connection.notify("workspace/didChangeWatchedFiles", { changes: [] });
  vscode.workspace.textDocuments.forEach(open);
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (!isLua(event.document) || event.contentChanges.length === 0) return;
      connection.notify("textDocument/didChange", {
        textDocument: identifier(event.document),
        contentChanges: event.contentChanges.map((change) => ({
          range: fromRange(change.range),
          text: change.text,
        })),
      });
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (!isLua(document)) return;
      connection.notify("textDocument/didClose", { textDocument: identifier(document) });
    }),
    watcher,
    watcher.onDidCreate(changed),
    watcher.onDidChange(changed),
    watcher.onDidDelete(changed),
  );
}

function provide(context, capabilities) {
  const at = (document, position) => ({
    textDocument: { uri: document.uri.toString() },
    position: fromPosition(position),
  });
  const of = (document) => ({ textDocument: { uri: document.uri.toString() } });
  const ask = (method, params) => connection.request(method, params);
  const { languages } = vscode;
  const legend = capabilities.semanticTokensProvider.legend;
  for (const command of capabilities.executeCommandProvider.commands) {
    const run = (...args) => ask("workspace/executeCommand", { command, arguments: args });
    context.subscriptions.push(vscode.commands.registerCommand(command, run));
  }
  context.subscriptions.push(
    languages.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: async (document, position) => {
          const list = await ask("textDocument/completion", at(document, position));
          return list.items.map(toCompletion);
        },
      },
      ...capabilities.completionProvider.triggerCharacters,
    ),
    languages.registerHoverProvider(selector, {
      provideHover: async (document, position) => {
        const hover = await ask("textDocument/hover", at(document, position));
        return hover && new vscode.Hover(new vscode.MarkdownString(hover.contents.value));
      },
    }),
    languages.registerDefinitionProvider(selector, {
      provideDefinition: async (document, position) =>
        (await ask("textDocument/definition", at(document, position))).map(toLocation),
    }),
    languages.registerReferenceProvider(selector, {
      provideReferences: async (document, position, { includeDeclaration }) =>
        (
          await ask("textDocument/references", {
            ...at(document, position),
            context: { includeDeclaration },
          })
        ).map(toLocation),
    }),
    languages.registerRenameProvider(selector, {
      prepareRename: async (document, position) => {
        const found = await ask("textDocument/prepareRename", at(document, position));
        if (!found) throw new Error("There is no name here that can be changed.");
        return toRange(found.range || found);
      },
      provideRenameEdits: async (document, position, newName) =>
        toEdit(await ask("textDocument/rename", { ...at(document, position), newName })),
    }),
    languages.registerCodeActionsProvider(selector, {
      provideCodeActions: async (document, range) => {
        const params = { ...of(document), range: fromRange(range), context: { diagnostics: [] } };
        return (await ask("textDocument/codeAction", params)).map((item) => {
          const action = new vscode.CodeAction(item.title, vscode.CodeActionKind.QuickFix);
          action.edit = toEdit(item.edit);
          action.isPreferred = item.isPreferred;
          return action;
        });
      },
    }),
    languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: async (document) =>
        (await ask("textDocument/documentSymbol", of(document))).map(toSymbol),
    }),
    languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: async (query) =>
        (await ask("workspace/symbol", { query })).map(
          (item) =>
            new vscode.SymbolInformation(
              item.name,
              item.kind - 1,
              item.containerName,
              toLocation(item.location),
            ),
        ),
    }),
    languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: lensesChanged.event,
      provideCodeLenses: async (document) =>
        (await ask("textDocument/codeLens", of(document))).map(
          (lens) => new vscode.CodeLens(toRange(lens.range), lens.command),
        ),
    }),
    languages.registerSignatureHelpProvider(
      selector,
      {
        provideSignatureHelp: async (document, position) => {
          const found = await ask("textDocument/signatureHelp", at(document, position));
          if (!found) return undefined;
          const help = new vscode.SignatureHelp();
          help.signatures = found.signatures.map((item) => {
            const signature = new vscode.SignatureInformation(item.label, item.documentation);
            signature.parameters = item.parameters.map(
              (parameter) => new vscode.ParameterInformation(parameter.label),
            );
            return signature;
          });
          help.activeSignature = 0;
          help.activeParameter = found.activeParameter;
          return help;
        },
      },
      ...capabilities.signatureHelpProvider.triggerCharacters,
    ),
    languages.registerInlayHintsProvider(selector, {
      provideInlayHints: async (document, range) =>
        (await ask("textDocument/inlayHint", { ...of(document), range: fromRange(range) })).map(
          (item) => {
            const hint = new vscode.InlayHint(toPosition(item.position), item.label);
            hint.paddingLeft = true;
            return hint;
          },
        ),
    }),
    languages.registerDocumentSemanticTokensProvider(
      selector,
      {
        provideDocumentSemanticTokens: async (document) => {
          const { data } = await ask("textDocument/semanticTokens/full", of(document));
          return new vscode.SemanticTokens(new Uint32Array(data));
        },
      },
      new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers),
    ),
  );
}
