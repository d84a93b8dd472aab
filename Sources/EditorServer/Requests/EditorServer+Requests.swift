import MessageStream
import Moonroute
import ScriptAnalysis

/// A position in an open text.
struct EditedPlace {
  let document: TextDocument
  let offset: Int
  let model: ApplicationModel

  var script: AnalysedScript { document.script }
  var positions: TextPositions { document.positions }
}

extension EditorServer {
  /// A request that waits for an application's executor.
  typealias SlowRequest =
    @Sendable (isolated EditorServer) async throws(Refusal) -> JSON

  /// Returns the handler for a request that waits, or `nil` for other requests.
  func slowRequest(_ method: String, _ params: JSON) -> SlowRequest? {
    switch method {
    case "textDocument/hover":
      { server async throws(Refusal) in try await server.hover(params) }
    case "textDocument/codeLens":
      { server async throws(Refusal) in try await server.codeLenses(params) }
    case "workspace/executeCommand":
      { server async throws(Refusal) in try await server.execute(params) }
    default: nil
    }
  }

  func handle(_ method: String, _ params: JSON) throws(Refusal) -> JSON {
    switch method {
    case "textDocument/completion": return try complete(params)
    case "textDocument/definition": return try define(params)
    case "textDocument/references": return try refer(params)
    case "textDocument/prepareRename": return try prepareRename(params)
    case "textDocument/rename": return try rename(params)
    case "textDocument/codeAction": return try codeActions(params)
    case "textDocument/documentSymbol": return try documentSymbols(params)
    case "workspace/symbol": return workspaceSymbols(params)
    case "textDocument/signatureHelp": return try signatureHelp(params)
    case "textDocument/inlayHint": return try inlayHints(params)
    case "textDocument/semanticTokens/full": return try semanticTokens(params)
    case "textDocument/prepareCallHierarchy": return try prepareCallHierarchy(params)
    case "callHierarchy/incomingCalls": return try calls(params, isIncoming: true)
    case "callHierarchy/outgoingCalls": return try calls(params, isIncoming: false)
    default: throw .unknownMethod(method)
    }
  }

  // MARK: Parameters

  func document(_ params: JSON) throws(Refusal) -> TextDocument {
    guard let uri = params["textDocument"]["uri"].text else {
      throw .invalidParams("'textDocument' must have a 'uri'.")
    }
    guard let document = documents[uri] else { throw .invalidParams("'\(uri)' is not open.") }
    return document
  }

  func place(_ params: JSON) throws(Refusal) -> EditedPlace {
    let document = try document(params)
    guard let offset = document.positions.offset(params["position"]) else {
      throw .invalidParams("'position' must have a 'line' and a 'character'.")
    }
    return EditedPlace(document: document, offset: offset, model: model(of: document))
  }

  func model(of document: TextDocument) -> ApplicationModel {
    document.folder.flatMap { applications[$0]?.model } ?? .empty
  }

  func symbols(around document: TextDocument) -> ScriptSymbols {
    document.folder.flatMap { applications[$0]?.currentSymbols() }
      ?? ScriptSymbols(of: [document.script], model: .empty)
  }

  /// A location in a file of a document's application, for a message.
  func location(_ file: String, _ range: Range<Int>, beside document: TextDocument) -> JSON {
    guard let folder = document.folder else {
      return .fields(
        ("uri", .text(document.uri)),
        ("range", document.positions.range(of: range))
      )
    }
    return location(file, range, in: folder)
  }

  func location(_ file: String, _ range: Range<Int>, in folder: String) -> JSON {
    .fields(
      ("uri", .text(uri(of: file, in: folder))),
      ("range", positions(of: file, in: folder).range(of: range))
    )
  }
}
