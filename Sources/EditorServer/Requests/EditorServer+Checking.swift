import MessageStream
import Moonroute
import ScriptAnalysis
import ScriptHost

extension EditorServer {
  /// Reloads every application after the pause, because files have changed outside of the editor.
  func checkAll() {
    for folder in applications.keys.sorted() {
      applications[folder]?.isCompared = false
      checkSoon(folder)
    }
  }

  func check(_ folder: String) async {
    guard let application = applications[folder] else { return }
    let open = documents.values.filter { $0.folder == folder }
    let check = ApplicationCheck(
      host: application.host,
      folder: folder,
      open: Dictionary(open.map { ($0.file, $0.script) }) { first, _ in first },
      texts: scriptTexts(of: folder),
      known: application.scripts
    )
    let result = await check.run()
    applications[folder]?.take(result)
    // Texts that changed during the load keep their current version.
    for document in documents.values where document.folder == folder {
      applications[folder]?.scripts[document.file] = document.script
    }
    publishAll(of: folder)
    await compare(folder)
  }

  /// Compares an application with the version in the settings, unless no file has changed.
  private func compare(_ folder: String) async {
    guard let compare, let application = applications[folder], !application.isCompared else {
      return
    }
    let count = application.comparisonCount + 1
    applications[folder]?.isCompared = true
    applications[folder]?.comparisonCount = count
    var differences: [String: String] = [:]
    if let version = client.comparedVersion {
      do {
        differences = try await compare(folder, scriptTexts(of: folder), version)
      } catch {
        showMessage("The routes are not compared with \(version): \(error)", type: 2)
      }
    }
    guard let application = applications[folder], application.comparisonCount == count,
      application.differences != differences
    else { return }
    applications[folder]?.differences = differences
    if client.refreshesLenses { ask("workspace/codeLens/refresh", .null) }
  }

  // MARK: Publishing

  private func publishAll(of folder: String) {
    guard let application = applications[folder] else { return }
    // The files of an application in an inner folder belong to that application.
    var files = Set(
      application.findings.keys.filter { self.folder(of: "\(folder)/\($0)") == folder }
    )
    files.formUnion(documents.values.filter { $0.folder == folder }.map(\.file))
    for file in files.sorted() { publish(file, of: folder) }
    let uris = Set(files.map { uri(of: $0, in: folder) })
    for uri in application.published.keys.sorted() where !uris.contains(uri) {
      publish(.list([]), as: uri, of: folder, version: nil)
    }
  }

  func publish(_ file: String, of folder: String) {
    guard let application = applications[folder] else { return }
    let positions = positions(of: file, in: folder)
    let script = application.scripts[file]
    let diagnostics = application.findings(of: file).shown()
      .map { diagnostic($0, positions, script, folder) }
    let document = document(of: file, in: folder)
    publish(
      .list(diagnostics),
      as: document?.uri ?? uri(of: file, in: folder),
      of: folder,
      version: document?.version
    )
  }

  private func publish(_ list: JSON, as uri: String, of folder: String, version: Int?) {
    let isEmpty = list.items.isEmpty
    // Empty lists are only published for open texts, or to clear earlier diagnostics.
    if version == nil {
      if applications[folder]?.published[uri] == list { return }
      if isEmpty, applications[folder]?.published[uri] == nil { return }
    }
    applications[folder]?.published[uri] = isEmpty ? nil : list
    tell(
      "textDocument/publishDiagnostics",
      .present(
        ("uri", .text(uri)),
        ("version", version.map(JSON.int) ?? .null),
        ("diagnostics", list)
      )
    )
  }

  /// Publishes the findings for a text that does not belong to an application.
  func publishAlone(_ document: TextDocument) {
    let findings = ScriptReview(only: document.script).findings.shown()
    let diagnostics = findings.map { diagnostic($0, document.positions, document.script, nil) }
    tell(
      "textDocument/publishDiagnostics",
      .fields(
        ("uri", .text(document.uri)),
        ("version", .int(document.version)),
        ("diagnostics", .list(diagnostics))
      )
    )
  }

  /// Converts a finding to a diagnostic of the protocol.
  func diagnostic(
    _ finding: ScriptFinding,
    _ positions: TextPositions,
    _ script: AnalysedScript?,
    _ folder: String?
  ) -> JSON {
    let problem = finding.problem
    let severity =
      switch problem.severity {
      case .error: 1
      case .warning: 2
      case .note: 3
      }
    let related = finding.related.compactMap { place -> JSON? in
      guard let folder else { return nil }
      let positions = self.positions(of: place.file, in: folder)
      let start = positions.start(ofLine: place.line - 1)
      return .fields(
        (
          "location",
          .fields(
            ("uri", .text(uri(of: place.file, in: folder))),
            ("range", positions.range(of: start..<positions.end(ofLine: place.line - 1)))
          )
        ),
        ("message", .text(place.message))
      )
    }
    let isUnused =
      problem.code.rawValue.hasPrefix("unused_") || problem.code.rawValue == "dead_code"
    return .present(
      ("range", positions.range(of: range(of: finding, positions, script))),
      ("severity", .int(severity)),
      ("code", .text(problem.code.rawValue)),
      ("source", .text("moonroute")),
      ("message", .text(problem.message)),
      ("tags", isUnused ? .list([.int(1)]) : .null),
      ("relatedInformation", related.isEmpty ? .null : .list(related))
    )
  }

  /// The range of a finding; the whole line if only that is known.
  func range(
    of finding: ScriptFinding,
    _ positions: TextPositions,
    _ script: AnalysedScript?
  ) -> Range<Int> {
    guard let line = finding.problem.site?.line else { return 0..<0 }
    // Lua and the protocol count lines alike, except for lines that end with `\r`.
    let start = script?.start(ofLine: line) ?? positions.start(ofLine: line - 1)
    let end = positions.end(ofLine: positions.line(of: start))
    guard let column = finding.problem.column else {
      let text = script?.text[start..<max(start, end)] ?? []
      let space = text.prefix { $0 == 0x20 || $0 == 0x09 }.count
      return start + space..<max(start + space, end)
    }
    let first = min(start + column - 1, end)
    guard let endLine = finding.endLine, let endColumn = finding.endColumn else {
      return first..<max(first, end)
    }
    let last =
      (script?.start(ofLine: endLine) ?? positions.start(ofLine: endLine - 1)) + endColumn - 1
    return first..<max(first, last)
  }
}

extension EditedApplication {
  /// Applies the result of a load; a failed load keeps the names that are known.
  mutating func take(_ result: ApplicationCheck.Result) {
    let known = result.model == nil ? scripts : [:]
    scripts = known.merging(result.scripts) { $1 }
    model = result.model ?? model
    reviewed = result.scripts
    findings = Dictionary(grouping: result.findings) { $0.problem.site?.file ?? "main.lua" }
  }
}
