import MessageStream
import ScriptAnalysis
import ScriptHost

extension EditorServer {
  /// The token types in patterns; the index is the protocol's number.
  static let tokenTypes = ["parameter", "type", "operator"]

  /// Reads the capabilities of the client, and returns those of the server.
  func initialize(_ params: JSON) -> JSON {
    let abilities = params["capabilities"]
    let encodings = abilities["general"]["positionEncodings"].items.compactMap(\.text)
    let text = abilities["textDocument"]
    client.encoding = encodings.contains(PositionEncoding.utf8.rawValue) ? .utf8 : .utf16
    client.hasSnippets = text["completion"]["completionItem"]["snippetSupport"].bool ?? false
    let workspace = abilities["workspace"]
    client.hasDocumentChanges = workspace["workspaceEdit"]["documentChanges"].bool ?? false
    client.watchesFiles =
      workspace["didChangeWatchedFiles"]["dynamicRegistration"].bool ?? false
    client.refreshesLenses = workspace["codeLens"]["refreshSupport"].bool ?? false
    configure(params["initializationOptions"])
    return .fields(
      ("capabilities", capabilities),
      ("serverInfo", .fields(("name", .text("moonroute"))))
    )
  }

  private var capabilities: JSON {
    let sync = JSON.fields(
      ("openClose", .bool(true)),
      ("change", .int(2)),
      ("save", .bool(true))
    )
    let commands = ["moonroute.open"] + (runSpec == nil ? [] : ["moonroute.runSpec"])
    return .fields(
      ("positionEncoding", .text(client.encoding.rawValue)),
      ("textDocumentSync", sync),
      (
        "completionProvider",
        .fields(("triggerCharacters", .list(["\"", "'", ".", "<", "/", "{"].map(JSON.text))))
      ),
      ("hoverProvider", .bool(true)),
      ("definitionProvider", .bool(true)),
      ("referencesProvider", .bool(true)),
      ("renameProvider", .fields(("prepareProvider", .bool(true)))),
      ("codeActionProvider", .fields(("codeActionKinds", .list([.text("quickfix")])))),
      ("documentSymbolProvider", .bool(true)),
      ("workspaceSymbolProvider", .bool(true)),
      ("codeLensProvider", .fields(("resolveProvider", .bool(false)))),
      ("executeCommandProvider", .fields(("commands", .list(commands.map(JSON.text))))),
      (
        "signatureHelpProvider",
        .fields(("triggerCharacters", .list(["{", ",", "("].map(JSON.text))))
      ),
      ("inlayHintProvider", .bool(true)),
      ("callHierarchyProvider", .bool(true)),
      (
        "semanticTokensProvider",
        .fields(
          (
            "legend",
            .fields(
              ("tokenTypes", .list(Self.tokenTypes.map(JSON.text))),
              ("tokenModifiers", .list([]))
            )
          ),
          ("full", .bool(true))
        )
      )
    )
  }

  /// Applies the settings: `lua` is `"router"` or `"full"`, and `diff` the version that lenses compare
  /// with, or an empty text.
  func configure(_ settings: JSON) {
    if let scope = settings["lua"].text.flatMap(Completion.Scope.init) { client.scope = scope }
    guard let version = settings["diff"].text.map({ $0.isEmpty ? nil : $0 }),
      version != client.comparedVersion
    else { return }
    client.comparedVersion = version
    checkAll()
  }

  /// Requests notifications about files that change outside of the editor.
  func watchFiles() {
    guard client.watchesFiles else { return }
    let watchers = ["**/*.lua", "**/.moonroute.json", "**/\(OfferList.file)"]
      .map { JSON.fields(("globPattern", .text($0))) }
    ask(
      "client/registerCapability",
      .fields(
        (
          "registrations",
          .list([
            .fields(
              ("id", .text("moonroute-files")),
              ("method", .text("workspace/didChangeWatchedFiles")),
              ("registerOptions", .fields(("watchers", .list(watchers))))
            )
          ])
        )
      )
    )
  }
}
