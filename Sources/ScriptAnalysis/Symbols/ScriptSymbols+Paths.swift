import LuaSyntax
import Moonroute
import RoutePatterns
import TextTools

/// A literal location or pattern, in a place that expects one.
struct PathText: Sendable {
  enum Form: Sendable {
    case location
    /// The literal beginning of a location that is built from parts.
    case beginning
    /// The path of a mounted module, which the paths of its routes continue.
    case mount
  }

  let file: String
  /// The bytes of the text without quotes.
  let range: Range<Int>
  let text: String
  let form: Form
}

extension ScriptSymbols {
  /// The functions whose first argument is the path of a module.
  private static let mounting: Set<String> = ["router.mount", "router.lazy"]

  mutating func notePaths(in script: AnalysedScript) {
    for call in script.all(.call) {
      guard let function = script.callee(of: call), Self.mounting.contains(function),
        let path = script.arguments(of: call).first
      else { continue }
      notePath(path, .mount, script)
    }
    for table in script.definitionTables() {
      guard let target = script.field("redirect", of: table) else { continue }
      let items = script.tree.kind(of: target) == .table ? script.items(of: target) : [target]
      for item in items { notePath(item, .location, script) }
    }
  }

  mutating func notePath(_ node: LuaNode, _ form: PathText.Form, _ script: AnalysedScript) {
    let value = script.value(of: node)
    let isBuilt =
      script.tree.kind(of: value) == .binary && script.tree.token(of: value).kind == .concat
    guard let part = isBuilt ? script.parts(ofConcat: value).first : value,
      script.tree.kind(of: part) == .string, let text = script.tree.string(of: part),
      text.hasPrefix("/") || text.contains("://")
    else { return }
    pathTexts.append(
      PathText(
        file: script.file,
        range: script.content(of: part),
        text: text,
        form: isBuilt ? .beginning : form
      )
    )
  }

  // MARK: Moves

  /// The changes that give a branch of routes another path.
  ///
  /// - Throws: The reason if the branch is unknown, or if its path is built from parts.
  package func renaming(_ move: PathMove) throws(RenameRefusal) -> Renaming {
    try checkParsed()
    let routes = model.index.routes.filter { move.moves($0.pattern.text) }
    guard !routes.isEmpty else {
      let known = Set(model.index.routes.flatMap { PathMove.beginnings(of: $0.pattern.text) })
        .sorted()
      throw RenameRefusal(
        "No route has the path '\(move.old)'.\(NearestNames.hint(for: move.old, among: known))"
      )
    }
    let paths = definitionPaths()
    var seen: Set<Renaming.Edit> = []
    var edits: [Renaming.Edit] = []
    func add(_ edit: Renaming.Edit) { if seen.insert(edit).inserted { edits.append(edit) } }
    for route in routes { add(try definitionEdit(of: route, move, paths)) }
    for text in pathTexts {
      if let edit = edit(of: text, move) { add(Renaming.Edit(edit, in: text)) }
    }
    return Renaming(edits: edits, untouched: untouched(move, edits))
  }

  /// A location after a move; only locations of the moved routes change.
  package func moved(_ location: String, by move: PathMove) -> String {
    edit(ofLocation: location, move)?.applied(to: location) ?? location
  }

  private func edit(of text: PathText, _ move: PathMove) -> PathMove.TextEdit? {
    guard let bytes = scripts[text.file]?.text[text.range], bytes.elementsEqual(text.text.utf8)
    else { return nil }
    return switch text.form {
    case .beginning: move.edit(ofBeginning: text.text)
    case .location, .mount: edit(ofLocation: text.text, move)
    }
  }

  private func edit(ofLocation text: String, _ move: PathMove) -> PathMove.TextEdit? {
    let isPattern = text.contains("/:") || text.contains("*")
    let route = isPattern ? nil : model.route(at: text)
    if let route, !move.moves(route.pattern.text) { return nil }
    guard isPattern || route != nil else { return nil }
    return move.edit(ofLocation: text, isInBranch: route != nil, rules: model.locationRules)
  }

  private func untouched(_ move: PathMove, _ edits: [Renaming.Edit]) -> [Renaming.Untouched] {
    scripts.values.sorted { $0.file < $1.file }
      .flatMap { script in
        script.nodes(.string)
          .compactMap { node in
            guard script.tree.string(of: node).map(move.mayMean) == true else { return nil }
            let range = script.content(of: node)
            let isChanged = edits.contains {
              $0.file == script.file && range.lowerBound <= $0.range.lowerBound
                && $0.range.upperBound <= range.upperBound
            }
            return isChanged
              ? nil : Renaming.Untouched(file: script.file, range: range, isBuilt: false)
          }
      }
  }

  // MARK: Definitions

  /// The literal path in the definition of each route, by the route's identifier.
  private func definitionPaths() -> [Int: PathText] {
    var paths: [Int: PathText] = [:]
    var others: [String: [PathText]] = [:]
    for script in scripts.values where !script.isSpec {
      let definitions = Set(script.definitionTables())
      for table in script.all(.table) {
        guard let path = script.field("path", of: table).map(script.value(of:)),
          let text = script.tree.string(of: path)
        else { continue }
        let range = script.content(of: path)
        let place = PathText(file: script.file, range: range, text: text, form: .location)
        guard definitions.contains(table) else {
          others[text, default: []].append(place)
          continue
        }
        for route in model.routes(of: table, in: script) where route.isWritten(as: text) {
          paths[route.id] = place
        }
      }
    }
    // A table that another script completes and registers.
    for route in model.index.routes where paths[route.id] == nil {
      let found = others[route.pattern.template] ?? []
      if found.count == 1 { paths[route.id] = found[0] }
    }
    return paths
  }

  /// The change of the definition that has the segments that differ: of the route, of a group
  /// around it, or of the mount of its module.
  private func definitionEdit(
    of route: RouteInfo,
    _ move: PathMove,
    _ paths: [Int: PathText]
  ) throws(RenameRefusal) -> Renaming.Edit {
    var start = PathMove.segmentCount(of: route.pattern.text)
    var found: Renaming.Edit?
    for part in route.branch.reversed() {
      let end = PathMove.segmentCount(of: part.pattern.text)
      start =
        part.parent.map { PathMove.segmentCount(of: $0.pattern.text) }
        ?? end - PathMove.segmentCount(of: part.pattern.template)
      if let path = paths[part.id],
        let edit = move.edit(ofDefinition: path.text, from: start, to: end)
      {
        found = Renaming.Edit(edit, in: path)
      }
    }
    for mount in pathTexts where mount.form == .mount {
      let count = PathMove.segmentCount(of: mount.text)
      guard count <= start, move.begins(like: mount.text),
        let edit = move.edit(ofDefinition: mount.text, from: 0, to: count)
      else { continue }
      found = Renaming.Edit(edit, in: mount)
    }
    guard let found else {
      throw RenameRefusal(
        "The path of '\(route.label)' (\(route.site?.description ?? "the program")) is built from"
          + " parts, so '\(move.old)' cannot be changed in one place. Change it there."
      )
    }
    return found
  }

  // MARK: Redirects

  /// Lines that redirect the old links of moved routes to the new ones, each below the definition.
  ///
  /// - Throws: The reason if a redirect cannot express the path of a route.
  package func redirects(
    for move: PathMove,
    below entry: String
  ) throws(RenameRefusal) -> [Renaming.Edit] {
    var lines: [Renaming.Edit: [String]] = [:]
    for route in model.index.routes.sorted(by: { $0.id < $1.id })
    where move.moves(route.pattern.text) && !route.parts.isEmpty && route.isActive {
      let target = move.moved(route.pattern.text)
      guard let target = PathMove.target(like: target) else {
        throw RenameRefusal(
          "No redirect can express '\(route.pattern.text)', because a part of it has no name. Name"
            + " it, or leave out --keep-links."
        )
      }
      guard let place = redirectPlace(of: route, below: entry) else { continue }
      lines[place, default: []].append("\nrouter.route { \(route.redirectFields(to: target)) }")
    }
    return lines.map { Renaming.Edit(file: $0.file, range: $0.range, text: $1.joined()) }
      .sorted { ($0.file, $0.range.lowerBound) < ($1.file, $1.range.lowerBound) }
  }

  /// The end of the statement that defines a route, or the end of the first script.
  private func redirectPlace(
    of route: RouteInfo,
    below entry: String
  ) -> Renaming.Edit? {
    if let site = route.site, let script = scripts[site.file],
      let end = script.endOfRegistration(atLine: model.line(of: site, in: script))
    {
      return Renaming.Edit(file: site.file, range: end..<end, text: "")
    }
    return scripts[entry]
      .map { Renaming.Edit(file: entry, range: $0.endOfStatements..<$0.endOfStatements, text: "") }
  }
}

extension RouteInfo {
  /// Whether a definition has this path.
  fileprivate func isWritten(as path: String) -> Bool {
    path.drop { $0 == "/" } == pattern.template.drop { $0 == "/" }
  }

  /// The fields of a redirect for the links of the route.
  fileprivate func redirectFields(to target: String) -> String {
    var fields = ["path = \(pattern.text.quotedAsLua)", "redirect = \(target.quotedAsLua)"]
    fields.append("keep_query = true")
    if !tags.isEmpty {
      fields.append("tags = { \(tags.map(\.quotedAsLua).joined(separator: ", ")) }")
    }
    if let scheme { fields.append("scheme = \(scheme.quotedAsLua)") }
    if let host { fields.append("host = \(host.description.quotedAsLua)") }
    if priority != 0 { fields.append("priority = \(priority)") }
    if !isCaseSensitive { fields.append("case_sensitive = false") }
    return fields.joined(separator: ", ")
  }
}

extension AnalysedScript {
  /// The statements of the script, in order.
  private var statements: [LuaNode] {
    var block = tree.root
    while let inner = tree.firstChild(of: block), tree.kind(of: inner) == .block { block = inner }
    return Array(tree.children(of: block))
  }

  /// The end of the statement on a line, if it calls a function of the router.
  fileprivate func endOfRegistration(atLine line: Int) -> Int? {
    statements.first { statement in
      let range = tree.range(of: statement)
      return lines.line(of: range.lowerBound) <= line && line <= lines.line(of: range.upperBound)
        && tree.nodes(from: statement)
          .contains { node in
            tree.kind(of: node) == .call && callee(of: node)?.hasPrefix("router.") == true
          }
        && ![.returnStatement, .localFunction, .functionStatement]
          .contains(tree.kind(of: statement))
    }
    .map(endOfLastLine)
  }

  /// The end of the last line of a statement, after a comment there.
  private func endOfLastLine(of statement: LuaNode) -> Int {
    let end = tree.range(of: statement).upperBound
    return text[end...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
  }

  /// The end of the last statement before a final `return`.
  fileprivate var endOfStatements: Int {
    let last = statements.last { tree.kind(of: $0) != .returnStatement }
    return last.map(endOfLastLine) ?? 0
  }
}

extension Renaming.Edit {
  fileprivate init(_ edit: PathMove.TextEdit, in path: PathText) {
    let start = path.range.lowerBound
    self.init(
      file: path.file,
      range: start + edit.range.lowerBound..<start + edit.range.upperBound,
      text: edit.text
    )
  }
}
