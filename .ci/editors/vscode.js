// Runs examples/editors/vscode/extension.js with a substitute for Visual Studio Code: its messages
// and its use of the answers.
"use strict";

const fs = require("fs");
const Module = require("module");
const path = require("path");

const shop = process.env.MOONROUTE_SHOP;
const providers = {};
const commands = {};
const listeners = {};
const shown = new Map();
const messages = [];

class Value {
  constructor(...parts) {
    this.parts = parts;
  }
}
const named = (...names) =>
  class {
    constructor(...values) {
      names.forEach((name, index) => (this[name] = values[index]));
    }
  };
class WorkspaceEdit {
  constructor() {
    this.edits = [];
  }
  replace(uri, range, text) {
    this.edits.push({ uri: uri.toString(), range, text });
  }
}
const register = (name) => (selector, provider) => {
  providers[name] = provider || selector;
  return { dispose() {} };
};
const listen = (name) => (listener) => {
  listeners[name] = listener;
  return { dispose() {} };
};
const file = path.join(shop, "auth.lua");
const uri = { toString: () => "file://" + file };
let text = fs.readFileSync(file, "utf8");
const document = { languageId: "lua", version: 1, uri, getText: () => text };

const vscode = {
  Position: named("line", "character"),
  Range: named("start", "end"),
  Location: named("uri", "range"),
  Diagnostic: named("range", "message", "severity"),
  DiagnosticRelatedInformation: Value,
  CompletionItem: named("label", "kind"),
  SnippetString: named("value"),
  MarkdownString: named("value"),
  Hover: named("contents"),
  CodeAction: named("title", "kind"),
  CodeActionKind: { QuickFix: "quickfix" },
  CodeLens: named("range", "command"),
  DocumentSymbol: named("name", "detail", "kind", "range", "selectionRange"),
  SymbolInformation: named("name", "kind", "containerName", "location"),
  SignatureHelp: class {},
  SignatureInformation: named("label", "documentation"),
  ParameterInformation: named("label"),
  InlayHint: named("position", "label"),
  SemanticTokens: named("data"),
  SemanticTokensLegend: Value,
  WorkspaceEdit,
  Uri: { parse: (value) => ({ toString: () => value }) },
  commands: {
    registerCommand: (name, run) => {
      commands[name] = run;
      return { dispose() {} };
    },
  },
  languages: {
    createDiagnosticCollection: () => ({
      set: (of, list) => shown.set(of.toString(), list),
      dispose() {},
    }),
    registerCompletionItemProvider: register("completion"),
    registerHoverProvider: register("hover"),
    registerDefinitionProvider: register("definition"),
    registerReferenceProvider: register("references"),
    registerRenameProvider: register("rename"),
    registerCodeActionsProvider: register("actions"),
    registerDocumentSymbolProvider: register("symbols"),
    registerWorkspaceSymbolProvider: register("workspace"),
    registerCodeLensProvider: register("lenses"),
    registerSignatureHelpProvider: register("signature"),
    registerInlayHintsProvider: register("hints"),
    registerDocumentSemanticTokensProvider: register("tokens"),
  },
  window: {
    showErrorMessage: (message) => messages.push(message),
    showWarningMessage: (message) => messages.push(message),
    showInformationMessage: (message) => messages.push(message),
  },
  workspace: {
    textDocuments: [document],
    getConfiguration: () => ({
      get: (name, value) => (name === "command" ? process.env.MOONROUTE : value),
    }),
    createFileSystemWatcher: () => ({
      onDidCreate: listen("create"),
      onDidChange: listen("save"),
      onDidDelete: listen("delete"),
      dispose() {},
    }),
    onDidOpenTextDocument: listen("open"),
    onDidChangeTextDocument: listen("change"),
    onDidCloseTextDocument: listen("close"),
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

const check = (condition, message) => {
  if (!condition) throw new Error(message);
};
const until = async (message, condition) => {
  for (let round = 0; round < 1000; round++) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`nothing came: ${message}`);
};

async function main() {
  const extension = require(path.join(process.env.MOONROUTE_EDITORS, "vscode/extension.js"));
  await extension.activate({ subscriptions: [] });
  const first = 'function _G.later() return router.to("logn") end\n';
  text = first + text;
  document.version = 2;
  const start = new vscode.Position(0, 0);
  listeners.change({
    document,
    contentChanges: [{ range: new vscode.Range(start, start), text: first }],
  });
  await until("diagnostics", () =>
    (shown.get(uri.toString()) || []).some((found) => found.code === "unknown_name"),
  );
  const place = new vscode.Position(0, 39);
  const items = await providers.completion.provideCompletionItems(document, place);
  const labels = items.map((item) => item.label);
  check(labels.includes("login") && labels.includes("product"), "completion lacks names");
  const actions = await providers.actions.provideCodeActions(document, new vscode.Range(place, place));
  check(
    actions.some((action) => action.title === "Write 'login'" && action.edit.edits.length === 1),
    "there is no fix",
  );
  const symbols = await providers.workspace.provideWorkspaceSymbols("login");
  check(symbols.some((symbol) => symbol.name === "login"), "there is no symbol");
  const line = text.split("\n").findIndex((words) => words.includes('router.to("login"'));
  const column = text.split("\n")[line].indexOf('"login"') + 2;
  const name = new vscode.Position(line, column);
  const hover = await providers.hover.provideHover(document, name);
  check(hover.contents.value.includes("/login"), "hover lacks the pattern");
  const edit = await providers.rename.provideRenameEdits(document, name, "sign_in");
  check(new Set(edit.edits.map((change) => change.uri)).size > 1, "one file is renamed only");
  check((await providers.tokens.provideDocumentSemanticTokens(document)).data, "no tokens");
  await extension.deactivate();
  console.log("vscode: ok");
}

main().catch((error) => {
  console.error(`vscode: ${error.message}`);
  process.exit(1);
});
