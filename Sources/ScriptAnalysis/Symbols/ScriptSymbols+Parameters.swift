import LuaSyntax
package import Moonroute
import RoutePatterns

extension ScriptSymbols {
  /// Records the parameters in the literal path of a route.
  mutating func notePath(of table: LuaNode, _ script: AnalysedScript) {
    guard let path = script.field("path", of: table) else { return }
    let places = parameterPlaces(in: path, script)
    guard !places.isEmpty else { return }
    for route in model.routes(of: table, in: script) {
      parameterPlaces[route.id, default: [:]].merge(places) { first, _ in first }
    }
  }

  /// The places of the parameters in a literal pattern, which define them.
  private mutating func parameterPlaces(
    in node: LuaNode,
    _ script: AnalysedScript
  ) -> [String: ScriptSymbol.Place] {
    var places: [String: ScriptSymbol.Place] = [:]
    for (name, range) in names(inPattern: node, script) {
      let place = ScriptSymbol.Place(file: script.file, offset: range.lowerBound)
      places[name] = place
      add(
        SymbolUse(
          symbol: ScriptSymbol(kind: .parameter, name: name, place: place),
          file: script.file,
          range: range,
          form: .pattern,
          isDefinition: true
        )
      )
    }
    return places
  }

  /// The names of the parameters in a literal pattern, with their bytes.
  func names(inPattern node: LuaNode, _ script: AnalysedScript) -> [(String, Range<Int>)] {
    let node = script.value(of: node)
    guard let text = script.tree.string(of: node), let pattern = model.pattern(text) else {
      return []
    }
    let content = script.content(of: node)
    // With escapes, the offsets of the bytes and of the text differ.
    guard script.tree.text[content].elementsEqual(text.utf8) else { return [] }
    return pattern.parameters.compactMap { parameter in
      let mark = parameter.type == .list ? "*" : ":"
      return script.find(mark, parameter.name, in: content).map { (parameter.name, $0) }
    }
  }

  /// The place that defines the parameter of a route: in its own path, or in a parent's path.
  func place(of parameter: String, of route: RouteInfo) -> ScriptSymbol.Place? {
    route.branch.reversed().lazy.compactMap { parameterPlaces[$0.id]?[parameter] }.first
  }

  /// The parameter of a route, or `nil` if no literal path contains it.
  package func parameter(_ name: String, of route: RouteInfo) -> ScriptSymbol? {
    place(of: name, of: route).map { ScriptSymbol(kind: .parameter, name: name, place: $0) }
  }

  /// Records the uses of parameters.
  mutating func noteParameters(in script: AnalysedScript) {
    for call in script.all(.call) { noteCall(call, in: script) }
    for table in script.definitionTables() {
      noteSamples(of: table, script)
      guard let target = script.field("redirect", of: table),
        script.tree.kind(of: target) == .string
      else { continue }
      let routes = model.routes(of: table, in: script)
      noteTarget(target, script) { symbols, name in
        routes.compactMap { symbols.place(of: name, of: $0) }
      }
    }
    for table in script.all(.table) {
      // A link in a body: { "link", "Next", to = "stop", params = { id = 2 } }.
      guard let target = script.field("to", of: table), let name = script.string(of: target),
        let params = script.field("params", of: table),
        let route = model.index.route(named: name)
      else { continue }
      noteKeys(of: script.value(of: params), route, script)
    }
    noteFields(in: script)
  }

  private mutating func noteSamples(of table: LuaNode, _ script: AnalysedScript) {
    guard let samples = script.field("samples", of: table).map(script.value(of:)),
      script.tree.kind(of: samples) == .table
    else { return }
    for item in script.tree.children(of: samples) {
      guard let sample = script.tree.firstChild(of: item) else { continue }
      for route in model.routes(of: table, in: script) {
        noteKeys(of: script.value(of: sample), route, script)
      }
    }
  }

  private mutating func noteCall(_ call: LuaNode, in script: AnalysedScript) {
    let arguments = script.arguments(of: call)
    guard let function = script.callee(of: call), arguments.count > 1 else { return }
    switch function {
    case "router.to":
      guard let name = script.string(of: arguments[0]),
        let route = model.index.route(named: name)
      else { return }
      noteKeys(of: script.value(of: arguments[1]), route, script)
    case "router.guard", "router.proxy", "events.on":
      guard let key = script.string(of: arguments[0]) else { return }
      if let route = model.index.route(named: key) {
        noteTarget(arguments[1], script) { [$0.place(of: $1, of: route)].compactMap(\.self) }
        return
      }
      guard NameRules.looksLikeLocation(key) else { return }
      let places = parameterPlaces(in: arguments[0], script)
      noteTarget(arguments[1], script) { [places[$1]].compactMap(\.self) }
      let served = script.value(of: arguments[1])
      for (name, range, form) in script.stateParameters(of: served) {
        if let place = places[name] { add(name, range, form, [place], script) }
      }
    default: return
    }
  }

  private mutating func noteKeys(of table: LuaNode, _ route: RouteInfo, _ script: AnalysedScript) {
    guard script.tree.kind(of: table) == .table else { return }
    for item in script.tree.children(of: table) {
      switch script.tree.kind(of: item) {
      case .namedItem:
        let token = script.tree.token(of: item)
        let name = script.tree.text(of: token)
        if let place = place(of: name, of: route) {
          add(name, token.start..<token.end, .word, [place], script)
        }
      case .keyedItem:
        guard let key = script.tree.firstChild(of: item), let name = script.tree.string(of: key),
          let place = place(of: name, of: route)
        else { continue }
        add(name, script.content(of: key), .text, [place], script)
      default: continue
      }
    }
  }

  /// Records the `:names` in a literal target.
  private mutating func noteTarget(
    _ node: LuaNode,
    _ script: AnalysedScript,
    places: (ScriptSymbols, String) -> [ScriptSymbol.Place]
  ) {
    guard script.tree.kind(of: node) == .string else { return }
    let content = script.content(of: node)
    var offset = content.lowerBound
    while let colon = script.tree.text[offset..<content.upperBound].firstIndex(of: 0x3A) {
      offset = colon + 1
      let end = script.endOfName(from: offset, to: content.upperBound)
      guard end > offset else { continue }
      let name = String(decoding: script.tree.text[offset..<end], as: UTF8.self)
      add(name, offset..<end, .pattern, places(self, name), script)
      offset = end
    }
  }

  /// Records `state.params.name` in the functions that serve routes.
  private mutating func noteFields(in script: AnalysedScript) {
    var known: [LuaNode: [RouteInfo]] = [:]
    for use in script.stateParameters() {
      let routes =
        known[use.function]
        ?? model.patterns(servedBy: use.function, in: script).compactMap(\.route)
      known[use.function] = routes
      let places = Set(routes.compactMap { place(of: use.name, of: $0) })
      add(
        use.name,
        use.range,
        use.form,
        places.sorted { ($0.file, $0.offset) < ($1.file, $1.offset) },
        script
      )
    }
  }

  private mutating func add(
    _ name: String,
    _ range: Range<Int>,
    _ form: SymbolUse.Form,
    _ places: [ScriptSymbol.Place],
    _ script: AnalysedScript
  ) {
    for place in places {
      add(
        SymbolUse(
          symbol: ScriptSymbol(kind: .parameter, name: name, place: place),
          file: script.file,
          range: range,
          form: form
        )
      )
    }
  }
}

extension AnalysedScript {
  /// A read of a parameter in a function that receives a state or an event.
  struct StateParameter {
    let name: String
    let range: Range<Int>
    let form: SymbolUse.Form
    let function: LuaNode
  }

  /// The reads of `params` of the first parameter of any function.
  func stateParameters() -> [StateParameter] {
    (all(.field) + all(.indexed))
      .compactMap { node in
        guard let base = tree.firstChild(of: node), tree.kind(of: base) == .field,
          tree.name(of: base) == "params", let state = tree.firstChild(of: base),
          tree.kind(of: state) == .name, let variable = tree.variable(of: state),
          let function = function(withFirstParameter: variable)
        else { return nil }
        if tree.kind(of: node) == .field {
          let token = tree.token(of: node)
          return StateParameter(
            name: tree.text(of: token),
            range: token.start..<token.end,
            form: .word,
            function: function
          )
        }
        guard let key = tree.child(1, of: node), let name = tree.string(of: key) else { return nil }
        return StateParameter(
          name: name,
          range: content(of: key),
          form: .text,
          function: function
        )
      }
  }

  /// The reads of `params` of the first parameter of one function.
  func stateParameters(
    of function: LuaNode
  ) -> [(name: String, range: Range<Int>, form: SymbolUse.Form)] {
    stateParameters().filter { $0.function == function }.map { ($0.name, $0.range, $0.form) }
  }

  private func function(withFirstParameter variable: Int) -> LuaNode? {
    let found = tree.scopes.variables[variable]
    guard found.kind == .parameter, let parameters = tree.parent(of: found.declaration),
      tree.firstChild(of: parameters) == found.declaration
    else { return nil }
    return tree.parent(of: parameters)
  }

  /// The bytes of a name after a mark in a pattern.
  func find(_ mark: String, _ name: String, in content: Range<Int>) -> Range<Int>? {
    let wanted = Array((mark + name).utf8)
    var offset = content.lowerBound
    while let found = tree.text[offset..<content.upperBound].firstRange(of: wanted) {
      if endOfName(from: found.lowerBound + mark.utf8.count, to: content.upperBound)
        == found.upperBound
      {
        return found.lowerBound + mark.utf8.count..<found.upperBound
      }
      offset = found.lowerBound + 1
    }
    return nil
  }

  /// The end of the letters, digits and `_` after an offset.
  func endOfName(from start: Int, to end: Int) -> Int {
    let text = String(decoding: tree.text[start..<end], as: UTF8.self)
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return start + name.utf8.count
  }
}
