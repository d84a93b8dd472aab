import MessageStream
import Moonroute
import RoutePatterns
import ScriptAnalysis
import ScriptHost
import ScriptReports
import TextTools

extension EditorServer {
  func hover(_ params: JSON) async throws(Refusal) -> JSON {
    let place = try place(params)
    let symbols = symbols(around: place.document)
    guard let folder = place.document.folder, let application = applications[folder],
      let use = symbols.uses(at: place.offset, in: place.document.file).first
    else { return .null }
    let text: String
    switch use.symbol.kind {
    case .route:
      guard let route = symbols.model.index.route(named: use.symbol.name) else { return .null }
      let asked = await application.decisionsAsked(of: [route])[route.id] ?? []
      let specs = symbols.specs().filter { $0.routes.contains(route.id) }
      text = RouteCard(route, decisions: asked, specs: specs, of: symbols.model).markdown
    case .parameter:
      let patterns = symbols.patterns(with: use.symbol)
      guard let first = patterns.first else { return .null }
      let type = first.parameters.first { $0.name == use.symbol.name }?.type.words ?? "string"
      text =
        "**\(use.symbol.name)** `\(type)`\n\n"
        + patterns.map { "- `\($0.text)`" }.joined(separator: "\n")
    default: text = "\(use.symbol.kind.rawValue) **\(use.symbol.name)**"
    }
    return .fields(
      ("contents", .fields(("kind", .text("markdown")), ("value", .text(text)))),
      ("range", place.positions.range(of: use.range))
    )
  }

  // MARK: Lenses

  func codeLenses(_ params: JSON) async throws(Refusal) -> JSON {
    let document = try document(params)
    guard let folder = document.folder, let application = applications[folder] else {
      return .list([])
    }
    let symbols = symbols(around: document)
    if document.script.isSpec { return .list(specLenses(document, folder, symbols)) }
    let definitions = document.script.routeDefinitions(in: symbols.model)
    let asked = await application.decisionsAsked(of: definitions.map(\.route))
    let specs = symbols.specs()
    let lenses = definitions.flatMap { definition -> [JSON] in
      let route = definition.route
      let range = document.positions.range(of: definition.range)
      let opened = specs.filter { $0.routes.contains(route.id) }
      var lenses: [JSON] = []
      if !route.parts.isEmpty, let sample = symbols.model.sample(of: route) {
        let arguments = JSON.list([
          .fields(("folder", .text(folder)), ("location", .text(sample.description)))
        ])
        lenses.append(Self.lens(range, "open \(sample)", "moonroute.open", arguments))
      }
      let words = [
        counted(asked[route.id]?.count ?? 0, "guard"),
        counted(opened.count, "spec"),
      ]
      lenses.append(Self.lens(range, words.joined(separator: ", "), "", .null))
      if let version = client.comparedVersion,
        let difference = application.differences[route.label]
      {
        lenses.append(Self.lens(range, "since \(version): \(difference)", "", .null))
      }
      return lenses
    }
    return .list(lenses)
  }

  private func specLenses(
    _ document: TextDocument,
    _ folder: String,
    _ symbols: ScriptSymbols
  ) -> [JSON] {
    guard runSpec != nil else { return [] }
    return document.script.specs(opening: symbols.model)
      .map { spec in
        let arguments = JSON.list([
          .fields(
            ("folder", .text(folder)),
            ("file", .text(spec.file)),
            ("name", .text(spec.fullName))
          )
        ])
        let start = spec.range.lowerBound
        return Self.lens(
          document.positions.range(of: start..<start),
          "run spec",
          "moonroute.runSpec",
          arguments
        )
      }
  }

  private static func lens(
    _ range: JSON,
    _ title: String,
    _ command: String,
    _ arguments: JSON
  ) -> JSON {
    .fields(
      ("range", range),
      (
        "command",
        .present(
          ("title", .text(title)),
          ("command", .text(command)),
          ("arguments", arguments)
        )
      )
    )
  }

  // MARK: Commands

  /// Runs the command of a code lens, and shows the result.
  func execute(_ params: JSON) async throws(Refusal) -> JSON {
    let first = params["arguments"].items.first ?? .null
    guard let folder = first["folder"].text, applications[folder] != nil else {
      throw .invalidParams("The first argument must name the 'folder' of an open application.")
    }
    let text: String
    switch params["command"].text {
    case "moonroute.open":
      guard let location = first["location"].text else {
        throw .invalidParams("'location' is missing.")
      }
      text = await Self.open(location, folder, scriptTexts(of: folder))
    case "moonroute.runSpec":
      guard let runSpec, let file = first["file"].text, let name = first["name"].text else {
        throw .invalidParams("The 'file' or 'name' of the spec is missing.")
      }
      text = await runSpec(folder, file, name)
    default: throw .invalidParams("There is no command '\(params["command"].text ?? "")'.")
    }
    showMessage(text, type: 3)
    return .text(text)
  }

  /// Shows a message: a warning has the type 2, information 3.
  func showMessage(_ text: String, type: Int) {
    tell("window/showMessage", .fields(("type", .int(type)), ("message", .text(text))))
  }

  /// Opens a location in a separate application with the open texts.
  private static func open(
    _ location: String,
    _ folder: String,
    _ texts: [String: [UInt8]]
  ) async -> String {
    do {
      let host = try EditedApplication.makeHost(of: folder)
      let text = await open(location, in: host, texts)
      await host.close()
      return text
    } catch {
      return "The scripts do not load: \(error)"
    }
  }

  private static func open(
    _ location: String,
    in host: ScriptHost,
    _ texts: [String: [UInt8]]
  ) async -> String {
    do {
      _ = try await host.router.perform { application throws(ScriptProblems) in
        try host.load(over: texts, in: application)
      }
      return OutcomeReport(await host.router.open(location)).plainText
    } catch {
      return "The scripts do not load: \(error)"
    }
  }
}

extension EditedApplication {
  /// The decisions for opens of routes, by the identities of the routes.
  func decisionsAsked(of routes: [RouteInfo]) async -> [Int: [PlacedDecision]] {
    let model = model
    return await host.router.perform { application in
      var asked: [Int: [PlacedDecision]] = [:]
      for route in routes {
        let location = model.sample(of: route)
        asked[route.id] = application.router.rules.decisionsAsked(of: route, at: location)
      }
      return asked
    }
  }
}
