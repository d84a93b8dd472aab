import MessageStream
import ScriptAnalysis

extension EditorServer {
  // MARK: Renaming

  /// Returns the name at a position, if it can be renamed.
  func prepareRename(_ params: JSON) throws(Refusal) -> JSON {
    let place = try place(params)
    let symbols = symbols(around: place.document)
    if let use = symbols.uses(at: place.offset, in: place.document.file).first {
      guard use.form != .location else {
        throw .failed("A location has no name to change. Rename the route where it is defined.")
      }
      if let refusal = symbols.refusal(of: use.symbol) { throw .failed(refusal.description) }
      return .fields(
        ("range", place.positions.range(of: use.range)),
        ("placeholder", .text(use.symbol.name))
      )
    }
    guard client.scope == .full, let ranges = place.script.variableUses(at: place.offset),
      let range = ranges.first(where: { $0.contains(place.offset) || $0.upperBound == place.offset }
      )
    else { return .null }
    return place.positions.range(of: range)
  }

  func rename(_ params: JSON) throws(Refusal) -> JSON {
    let place = try place(params)
    guard let name = params["newName"].text else { throw .invalidParams("'newName' is missing.") }
    let symbols = symbols(around: place.document)
    guard let use = symbols.uses(at: place.offset, in: place.document.file).first else {
      return try renameVariable(place, to: name)
    }
    guard use.form != .location else {
      throw .failed("A location has no name to change. Rename the route where it is defined.")
    }
    do throws(RenameRefusal) {
      let renaming = try symbols.renaming(use.symbol, to: name)
      tellUntouched(renaming, symbols)
      return edit(renaming.edits.map { ($0.file, $0.range, $0.text) }, beside: place.document)
    } catch {
      throw .failed(error.description)
    }
  }

  private func renameVariable(
    _ place: EditedPlace,
    to name: String
  ) throws(Refusal) -> JSON {
    guard client.scope == .full else { return .null }
    do throws(RenameRefusal) {
      guard let ranges = try place.script.renamingVariable(at: place.offset, to: name) else {
        return .null
      }
      return edit(ranges.map { (place.document.file, $0, name) }, beside: place.document)
    } catch {
      throw .failed(error.description)
    }
  }

  /// Reports texts that may refer to the renamed item, and were not changed.
  private func tellUntouched(_ renaming: Renaming, _ symbols: ScriptSymbols) {
    func places(_ isBuilt: Bool) -> [String] {
      renaming.untouched.filter { $0.isBuilt == isBuilt }
        .map { place in
          let line = symbols.scripts[place.file]?.line(at: place.range.lowerBound) ?? 1
          return "\(place.file):\(line)"
        }
    }
    func words(_ places: [String], _ one: String, _ many: String) -> String? {
      guard !places.isEmpty else { return nil }
      let shown = places.prefix(10).joined(separator: ", ") + (places.count > 10 ? ", …" : "")
      return "\(places.count == 1 ? one : "\(places.count) \(many)") not changed: \(shown)."
    }
    let parts = [
      words(places(true), "A name built from parts was", "names built from parts were"),
      words(places(false), "An equal text elsewhere was", "equal texts elsewhere were"),
    ]
    let message = parts.compactMap(\.self).joined(separator: " ")
    guard !message.isEmpty else { return }
    tell("window/showMessage", .fields(("type", .int(2)), ("message", .text(message))))
  }

  /// File changes for a message; changes of open texts name the version of the text.
  func edit(
    _ changes: [(file: String, range: Range<Int>, text: String)],
    beside document: TextDocument
  ) -> JSON {
    var order: [String] = []
    var edits: [String: [JSON]] = [:]
    for change in changes {
      let place = location(change.file, change.range, beside: document)
      guard let uri = place["uri"].text else { continue }
      if edits[uri] == nil { order.append(uri) }
      edits[uri, default: []]
        .append(.fields(("range", place["range"]), ("newText", .text(change.text))))
    }
    guard client.hasDocumentChanges else {
      return .fields(
        ("changes", .object(order.map { JSON.Field($0, .list(edits[$0] ?? [])) }))
      )
    }
    let documents = order.map { uri in
      JSON.fields(
        (
          "textDocument",
          .fields(
            ("uri", .text(uri)),
            ("version", self.documents[uri].map { .int($0.version) } ?? .null)
          )
        ),
        ("edits", .list(edits[uri] ?? []))
      )
    }
    return .fields(("documentChanges", .list(documents)))
  }

  // MARK: Quick fixes

  func codeActions(_ params: JSON) throws(Refusal) -> JSON {
    let document = try document(params)
    guard let range = document.positions.range(params["range"]) else {
      throw .invalidParams("'range' must have a 'start' and an 'end'.")
    }
    let findings =
      document.folder.flatMap { applications[$0]?.findings(of: document.file) }
      ?? ScriptReview(only: document.script).findings
    let model = model(of: document)
    var actions: [JSON] = []
    for finding in findings {
      let place = self.range(of: finding, document.positions, document.script)
      guard place.lowerBound <= range.upperBound, range.lowerBound <= place.upperBound else {
        continue
      }
      let diagnostic = diagnostic(finding, document.positions, document.script, document.folder)
      for fix in document.script.quickFixes(for: finding, of: model) {
        actions.append(
          .present(
            ("title", .text(fix.title)),
            ("kind", .text("quickfix")),
            ("diagnostics", .list([diagnostic])),
            ("isPreferred", fix.isPreferred ? .bool(true) : .null),
            ("edit", edit([(document.file, fix.range, fix.text)], beside: document))
          )
        )
      }
    }
    return .list(actions)
  }
}
