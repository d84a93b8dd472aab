package import LuaSyntax
import Moonroute
package import RoutePatterns

/// The symbols of all scripts of an application, with their definitions and uses.
///
/// The scripts may be newer than the loaded application and need not parse. The loaded application
/// resolves the names.
package struct ScriptSymbols: Sendable {
  package let scripts: [String: AnalysedScript]
  package let model: ApplicationModel
  package private(set) var uses: [SymbolUse] = []
  private(set) var definitions: [ScriptSymbol: SymbolUse] = [:]
  package private(set) var built: [BuiltName] = []
  /// The literal locations and patterns.
  var pathTexts: [PathText] = []
  private var usedPlaces: Set<UsedPlace> = []
  /// The place of each parameter in the literal path of a route, by the route's identifier.
  var parameterPlaces: [Int: [String: ScriptSymbol.Place]] = [:]

  /// A symbol at a place, which several rules find.
  private struct UsedPlace: Hashable {
    let symbol: ScriptSymbol
    let file: String
    let offset: Int
  }

  package init(of scripts: [AnalysedScript], model: ApplicationModel) {
    self.scripts = Dictionary(scripts.map { ($0.file, $0) }) { first, _ in first }
    self.model = model
    let sorted = scripts.sorted { $0.file < $1.file }
    for script in sorted {
      for table in script.definitionTables() { notePath(of: table, script) }
    }
    for script in sorted {
      for table in script.definitionTables() { noteDefinition(table, script) }
      for call in script.all(.call) { noteCall(call, script) }
      for target in script.linkTargets { noteTarget(target, script) }
      noteTypedPlaces(in: script)
      noteParameters(in: script)
      notePaths(in: script)
      noteTypes(in: script)
    }
  }

  /// The uses at an offset of a file; several if a function serves several routes.
  package func uses(at offset: Int, in file: String) -> [SymbolUse] {
    let around = uses.filter {
      $0.file == file && $0.range.lowerBound <= offset && offset <= $0.range.upperBound
    }
    // A location can contain a parameter.
    let smallest = around.map(\.range.count).min()
    return around.filter { $0.range.count == smallest }
  }

  /// The specs of all scripts, sorted by file and place.
  package func specs() -> [SpecCase] {
    scripts.values.sorted { $0.file < $1.file }.flatMap { $0.specs(opening: model) }
  }

  package func patterns(with symbol: ScriptSymbol) -> [RoutePattern] {
    model.index.routes.filter { place(of: symbol.name, of: $0) == symbol.place }.map(\.pattern)
  }

  package func uses(of symbol: ScriptSymbol) -> [SymbolUse] {
    let all = uses.filter { $0.symbol == symbol }
    return all.filter(\.isDefinition) + all.filter { !$0.isDefinition }
  }

  mutating func add(_ use: SymbolUse) {
    let place = UsedPlace(symbol: use.symbol, file: use.file, offset: use.range.lowerBound)
    guard usedPlaces.insert(place).inserted else { return }
    uses.append(use)
    if use.isDefinition, definitions[use.symbol] == nil { definitions[use.symbol] = use }
  }

  // MARK: Names

  /// Records a name in an expression, or the parts of a built name.
  mutating func note(
    _ kind: ScriptSymbol.Kind,
    _ node: LuaNode,
    _ script: AnalysedScript,
    isDefinition: Bool = false
  ) {
    let value = script.value(of: node)
    let tree = script.tree
    switch tree.kind(of: value) {
    case .string:
      guard let name = tree.string(of: value) else { return }
      add(
        SymbolUse(
          symbol: ScriptSymbol(kind: kind, name: name),
          file: script.file,
          range: script.content(of: value),
          form: .text,
          isDefinition: isDefinition
        )
      )
    case .binary where tree.token(of: value).kind == .concat:
      let range = tree.range(of: value)
      guard !built.contains(where: { $0.file == script.file && $0.range == range }) else { return }
      let parts = script.parts(ofConcat: value)
      built.append(
        BuiltName(
          kind: kind,
          file: script.file,
          range: range,
          isDefinition: isDefinition,
          begin: parts.first.flatMap(tree.string) ?? "",
          end: parts.last.flatMap(tree.string) ?? ""
        )
      )
    default: break
    }
  }

  private mutating func noteCall(_ call: LuaNode, _ script: AnalysedScript) {
    guard let function = script.callee(of: call) else { return }
    if function == "assert.stage", let drawing = script.arguments(of: call).first {
      noteDrawing(drawing, script)
    }
    if function == "screen", let table = script.arguments(of: call).first,
      let view = script.items(of: script.value(of: table)).first
    {
      note(.view, view, script, isDefinition: true)
    }
    for (place, argument) in script.arguments(of: call).enumerated() {
      if script.tree.kind(of: argument) == .table {
        noteTable(argument, of: function, script)
        continue
      }
      NameSlot.of(function, argument: place).map { noteSlot($0, argument, script) }
    }
  }

  /// Records the names in places with a declared type, such as `clear_to` or `screen.name == "…"`.
  private mutating func noteTypedPlaces(in script: AnalysedScript) {
    for node in script.typedPlaces {
      switch script.tree.kind(of: script.value(of: node)) {
      case .string, .binary:
        let slot = script.expectedType(of: node)?.slot ?? script.reachedSlot(of: node)
        slot.map { noteSlot($0, node, script) }
      default: break
      }
    }
  }

  private mutating func noteSlot(_ slot: NameSlot, _ node: LuaNode, _ script: AnalysedScript) {
    switch slot {
    case .event: noteKey(.event, node, script)
    case .resource: noteKey(.resource, node, script)
    case .tag: note(.tag, node, script)
    case .module: note(.module, node, script)
    case .location, .redirect: noteLocation(node, script)
    case .route, .routeOrPattern, .target: noteTarget(node, script)
    case .view: note(.view, node, script)
    case .routeOrView:
      let name = script.string(of: node)
      let isView = name.map { model.index.route(named: $0) == nil && model.viewNames.contains($0) }
      note(isView == true ? .view : .route, node, script)
    case .animator: break
    }
  }

  /// Records the name of a route, or a location.
  private mutating func noteTarget(_ node: LuaNode, _ script: AnalysedScript) {
    let text = script.string(of: node)
    if let text, NameRules.looksLikeLocation(text) {
      noteLocation(node, script)
    } else {
      if text == nil { notePath(node, .location, script) }
      note(.route, node, script)
    }
  }

  /// Records the key of a store, unless it is a location.
  private mutating func noteKey(
    _ kind: ScriptSymbol.Kind,
    _ node: LuaNode,
    _ script: AnalysedScript
  ) {
    if let text = script.string(of: node), NameRules.looksLikeLocation(text) { return }
    note(kind, node, script)
  }

  /// Records a location that opens a named route.
  private mutating func noteLocation(_ node: LuaNode, _ script: AnalysedScript) {
    notePath(node, .location, script)
    let value = script.value(of: node)
    guard let text = script.tree.string(of: value), let name = model.route(at: text)?.name else {
      return
    }
    addLocation(name, script.content(of: value), script)
  }

  private mutating func addLocation(_ name: String, _ range: Range<Int>, _ script: AnalysedScript) {
    add(
      SymbolUse(
        symbol: ScriptSymbol(kind: .route, name: name),
        file: script.file,
        range: range,
        form: .location
      )
    )
  }

  // MARK: Definitions

  private mutating func noteTable(
    _ table: LuaNode,
    of function: String,
    _ script: AnalysedScript
  ) {
    let path = script.field("path", of: table)
    if let name = script.field("name", of: table) {
      switch function {
      case "events.declare": note(.event, name, script, isDefinition: true)
      case "events.on": note(.event, name, script, isDefinition: path != nil)
      case "resources.put": note(.resource, name, script, isDefinition: true)
      default: break
      }
    }
    if function.hasPrefix("router."), !NameSlot.definitions.contains(function),
      let tags = script.field("tags", of: table)
    {
      noteTags(tags, script, isDefinition: false)
    }
  }

  private mutating func noteTags(
    _ list: LuaNode,
    _ script: AnalysedScript,
    isDefinition: Bool
  ) {
    let list = script.value(of: list)
    guard script.tree.kind(of: list) == .table else {
      return note(.tag, list, script, isDefinition: isDefinition)
    }
    for item in script.tree.children(of: list) {
      guard let value = script.tree.firstChild(of: item) else { continue }
      note(.tag, value, script, isDefinition: isDefinition)
    }
  }

  private mutating func noteDefinition(_ table: LuaNode, _ script: AnalysedScript) {
    for (key, _, value) in script.fields(of: table) {
      switch key {
      case "name": note(.route, value, script, isDefinition: true)
      case "initial": note(.route, value, script)
      case "view": note(.view, value, script, isDefinition: true)
      case "tags": noteTags(value, script, isDefinition: true)
      case "redirect" where script.tree.kind(of: value) == .string:
        let target = model.routes(of: table, in: script).first
          .flatMap { self.target(script.tree.string(of: value) ?? "", of: $0) }
        if let name = target?.name { addLocation(name, script.content(of: value), script) }
      default: break
      }
    }
  }
}

extension AnalysedScript {
  /// The tables that define routes, in the order of the text.
  package func definitionTables() -> [LuaNode] {
    var tables: Set<LuaNode> = []
    for table in all(.table) where isRoute(table) { tables.insert(table) }
    for call in all(.call) {
      guard let callee = tree.firstChild(of: call), tree.kind(of: callee) == .field,
        ["route", "group", "shell"].contains(tree.name(of: callee))
      else { continue }
      for argument in arguments(of: call) where tree.kind(of: argument) == .table {
        if field("path", of: argument) != nil { tables.insert(argument) }
      }
    }
    return tables.sorted { tree.range(of: $0).lowerBound < tree.range(of: $1).lowerBound }
  }

  /// The bytes of a string without quotes.
  package func content(of string: LuaNode) -> Range<Int> {
    let range = tree.range(of: string)
    let text = tree.text[range]
    guard let quote = text.first else { return range }
    var length = 1
    if quote == UInt8(ascii: "[") {
      length = 2 + text.dropFirst().prefix { $0 == UInt8(ascii: "=") }.count
    }
    let end = text.last == quote || quote == UInt8(ascii: "[") ? length : 0
    let start = min(range.lowerBound + length, range.upperBound)
    return start..<max(start, range.upperBound - end)
  }

  /// The operands of `a .. b .. c`.
  func parts(ofConcat node: LuaNode) -> [LuaNode] {
    var parts: [LuaNode] = []
    var rest: LuaNode? = node
    while let next = rest {
      guard tree.kind(of: next) == .binary, tree.token(of: next).kind == .concat,
        let left = tree.firstChild(of: next)
      else {
        parts.append(next)
        break
      }
      parts.append(left)
      rest = tree.child(1, of: next)
    }
    return parts
  }
}
